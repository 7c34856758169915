import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadApiOptions, UploadApiResponse, v2 } from 'cloudinary';
import { StoreError } from './store-error.ts';

export type Sdk = typeof v2;

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

/** Cloudinary takes parts of at least 5 MB. Each part is in memory while it is sent. */
const partBytes = 6_000_000;

/** Makes one call with our own time limit, because the SDK's does not always work, and repeats it if that may help.
 *  Only for calls that may run several times.
 *  @throws StoreError, never an error of the SDK, which may contain the secret */
export async function call<Answer>(
  verb: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { tries, pauseMs }: Pick<CallLimits, 'tries' | 'pauseMs'>,
  ms: number,
): Promise<Answer> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await withTimeout(verb, ask, ms);
    } catch (error) {
      const trouble = translated(verb, error);
      if (left <= 0 || !trouble.isTemporary) throw trouble;
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

export function upload(
  sdk: Sdk,
  { path, bytes, options }: { path: string; bytes: number; options: UploadApiOptions },
  { idleMs }: Pick<CallLimits, 'idleMs'>,
  signal: AbortSignal,
): Promise<UploadApiResponse> {
  return new Promise((resolve, reject) => {
    const source = createReadStream(path, { highWaterMark: 1024 * 1024 });
    const fail = (error: unknown) => {
      // After a failed part the SDK's stream would wait forever.
      source.destroy();
      target.destroy();
      reject(error);
    };
    const whole = {
      ...options,
      timeout: idleMs,
      // The SDK does not return the promise of a stream, so its rejection would be unhandled.
      disable_promises: true,
    };
    const ended = (error: unknown, answer?: UploadApiResponse) =>
      error || !answer ? fail(error) : resolve(answer);
    const target =
      bytes > partBytes
        ? sdk.uploader.upload_chunked_stream({ ...whole, chunk_size: partBytes }, ended)
        : sdk.uploader.upload_stream(whole, ended);
    target.on('error', fail);
    source.on('error', fail);
    signal.addEventListener('abort', () => fail(new StoreError('take the file', 'timeout')));
    source.pipe(target);
  });
}
