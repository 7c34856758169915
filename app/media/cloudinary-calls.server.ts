import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadApiOptions, UploadApiResponse, v2 } from 'cloudinary';
import { StoreTrouble } from './store-trouble.ts';

export type Sdk = typeof v2;

/** How long one call may take, and how often it is made; both in tests' hands. */
export interface Patience {
  callMs: number;
  /** For a whole file; a film of 100 MB over a slow line. */
  uploadMs: number;
  /** Nothing moves any more. */
  idleMs: number;
  tries: number;
  pauseMs: number;
}

export const patient: Patience = {
  callMs: 15_000,
  uploadMs: 15 * 60_000,
  idleMs: 30_000,
  tries: 3,
  pauseMs: 500,
};

/** Cloudinary takes parts of 5 MB or more; each is held in memory while it travels. */
const partBytes = 6_000_000;

/** Makes one call with our own clock, because the SDK's does not always strike, and again when that may help:
 *  only for calls that end the same however often they are made.
 *  @throws StoreTrouble, never an error of the SDK's, which may carry the secret */
export async function call<Answer>(
  verb: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { tries, pauseMs }: Pick<Patience, 'tries' | 'pauseMs'>,
  ms: number,
): Promise<Answer> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await inTime(verb, ask, ms);
    } catch (error) {
      const trouble = translated(verb, error);
      if (left <= 0 || !trouble.isPassing) throw trouble;
      await sleep(pauseMs * 2 ** (tries - 1 - left) * (0.5 + Math.random()));
    }
  }
}

async function inTime<Answer>(verb: string, ask: (signal: AbortSignal) => Promise<Answer>, ms: number) {
  const giveUp = new AbortController();
  const late = new Promise<never>((_, fail) => {
    giveUp.signal.addEventListener('abort', () => fail(new StoreTrouble(verb, 'timeout')));
  });
  const timer = setTimeout(() => giveUp.abort(), ms);
  return Promise.race([ask(giveUp.signal), late]).finally(() => clearTimeout(timer));
}

/** Of what the SDK throws (plain objects, nested ones, errors of sockets) only the status is kept. */
function translated(verb: string, error: unknown): StoreTrouble {
  if (error instanceof StoreTrouble) return error;
  const told = (error as { error?: unknown } | null)?.error ?? error;
  const status = (told as { http_code?: unknown } | null)?.http_code;
  if (typeof status === 'number') return new StoreTrouble(verb, status);
  return new StoreTrouble(verb, 'unreachable');
}

/** Sends a file as a stream: whole when it is small, in parts when it is not. */
export function upload(
  sdk: Sdk,
  { path, bytes, options }: { path: string; bytes: number; options: UploadApiOptions },
  { idleMs }: Pick<Patience, 'idleMs'>,
  signal: AbortSignal,
): Promise<UploadApiResponse> {
  return new Promise((resolve, reject) => {
    const source = createReadStream(path, { highWaterMark: 1024 * 1024 });
    const fail = (error: unknown) => {
      // A part that failed leaves the SDK's stream waiting for ever.
      source.destroy();
      target.destroy();
      reject(error);
    };
    const whole = {
      ...options,
      timeout: idleMs,
      // The SDK's promise is not handed out for streams; its rejection would find nobody.
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
    signal.addEventListener('abort', () => fail(new StoreTrouble('take the file', 'timeout')));
    source.pipe(target);
  });
}
