import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { ZipFile } from 'yazl';
import type { MediaStore, Variant } from '../../../media/media.ts';

/** A ZIP to which files are added while it is read. */
export interface ZipBeingMade {
  /** A file whose pieces are made when its turn comes. */
  addText(name: string, read: () => Iterable<string> | AsyncIterable<string>): void;
  /** A file that is compressed already. It is opened when its turn comes. */
  addFile(name: string, open: () => Promise<Readable>): void;
  /** Aborted when nobody reads any more. */
  signal: AbortSignal;
}

/** Not compressed, so that the packer waits for the reader, file by file, instead of filling the memory. */
const stored = { compress: false };

/** A ZIP that is made while it is read. It is cut off when one of its files fails, so that no reader takes it for whole. */
export function zipStream(now: Date, fill: (zip: ZipBeingMade) => Promise<void>): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const stop = new AbortController();
  // The packer does not listen for errors of its sources, and an unhandled error would end the process.
  const guarded = (source: Readable) => source.on('error', (error) => out.destroy(error));
  zip.on('error', (error) => out.destroy(error as Error));
  out.once('close', () => stop.abort());
  fill({
    signal: stop.signal,
    addText: (name, read) =>
      zip.addReadStreamLazy(name, { mtime: now }, (done) => done(null, guarded(Readable.from(read())))),
    addFile: (name, open) =>
      zip.addReadStreamLazy(name, stored, (done) => {
        open().then(
          (bytes) => done(null, guarded(bytes)),
          (error) => done(error, Readable.from([])),
        );
      }),
  }).then(
    () => zip.end(),
    (error) => out.destroy(error),
  );
  return asWebStream(out);
}

/** Not `Readable.toWeb`, which throws outside of every promise when its reader leaves at once. */
function asWebStream(out: Readable): ReadableStream<Uint8Array> {
  // Its reader learns of it by the iterator. Before the first read there is none.
  out.on('error', () => {});
  const pieces = out.iterator() as AsyncIterableIterator<Uint8Array>;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        out.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The bytes of a file of the media store, from the disk or the service. @throws Error when it is gone */
export async function openStored(
  media: MediaStore,
  { key, variant }: { key: string; variant: Variant },
  signal: AbortSignal,
): Promise<Readable> {
  const path = await media.localPath(key, variant);
  if (path) return createReadStream(path, { signal });
  const there = await media.elsewhere(key, variant)?.open({ method: 'GET', range: null, signal });
  if (!there?.body) throw new Error(`The file ${key} is gone`);
  return Readable.fromWeb(there.body as WebStream);
}
