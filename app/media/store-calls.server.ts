import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from './store-error.ts';

/** Times are in milliseconds. The pause between two tries doubles. */
export interface CallLimits {
  callMs: number;
  uploadMs: number;
  idleMs: number;
  tries: number;
  pauseMs: number;
}

export const defaultLimits: CallLimits = {
  callMs: 15_000,
  uploadMs: 15 * 60_000,
  idleMs: 30_000,
  tries: 3,
  pauseMs: 500,
};

/** Makes one call of a media service with a time limit, and repeats it after a pause if that may help. The limit is
 *  ours, because that of Cloudinary's SDK does not always work. Only for calls that may run several times.
 *  @param ms the limit of each try, in milliseconds
 *  @param signal aborted when nothing waits for the answer any longer
 *  @throws StoreError, never an error of the SDK, which may contain the secret */
export async function call<Answer>(
  verb: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { tries, pauseMs }: Pick<CallLimits, 'tries' | 'pauseMs'>,
  ms: number,
  signal?: AbortSignal,
): Promise<Answer> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await withTimeout(verb, ask, ms);
    } catch (error) {
      const trouble = translated(verb, error);
      if (left <= 0 || !trouble.isTemporary || signal?.aborted) throw trouble;
      await sleep(pauseMs * 2 ** (tries - 1 - left) * (0.5 + Math.random()));
    }
  }
}

async function withTimeout<Answer>(verb: string, ask: (signal: AbortSignal) => Promise<Answer>, ms: number) {
  const giveUp = new AbortController();
  const late = new Promise<never>((_, fail) => {
    giveUp.signal.addEventListener('abort', () => fail(new StoreError(verb, 'timeout')));
  });
  const timer = setTimeout(() => giveUp.abort(), ms);
  return Promise.race([ask(giveUp.signal), late]).finally(() => clearTimeout(timer));
}

/** The SDK throws plain objects, nested ones and socket errors. Only the status is kept. */
function translated(verb: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const cause = (error as { error?: unknown } | null)?.error ?? error;
  const status = (cause as { http_code?: unknown } | null)?.http_code;
  if (typeof status === 'number') return new StoreError(verb, status);
  return new StoreError(verb, 'unreachable');
}
