import { createReadStream } from 'node:fs';
import type { UploadApiOptions, UploadApiResponse, v2 } from 'cloudinary';
import type { CallLimits } from './store-calls.server.ts';
import { StoreError } from './store-error.ts';

export type Sdk = typeof v2;

/** Cloudinary takes parts of at least 5 MB. Each part is in memory while it is sent. */
const partBytes = 6_000_000;

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
