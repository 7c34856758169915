import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refused } from '../../../errors.ts';

/** A sender who is silent for this long is treated as gone. */
const silenceMs = 15_000;

/** Its name is older than the word chunk: unfinished uploads must survive an update of the site. */
const folderOf = (tempDir: string) => join(tempDir, 'pieces');

/** Where the bytes of an unfinished upload are. @param id must be checked by the caller */
export const pathOfChunks = (tempDir: string, id: string) => join(folderOf(tempDir), id);

export async function bytesOnDisk(tempDir: string, id: string): Promise<number> {
  const found = await stat(pathOfChunks(tempDir, id)).catch(() => null);
  return found?.size ?? 0;
}

export const deleteChunks = (tempDir: string, id: string) => rm(pathOfChunks(tempDir, id), { force: true });

export async function oldChunks(tempDir: string, before: Date): Promise<string[]> {
  const names = await readdir(folderOf(tempDir)).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(pathOfChunks(tempDir, name)).catch(() => null);
    if (found && found.mtime < before) old.push(name);
  }
  return old;
}

interface Chunk {
  offset: number;
  body: ReadableStream<Uint8Array> | null;
  bytes: number;
  everyMs: number;
}

/** Writes a chunk until it ends, breaks off or falls silent.
 *  @param onSafe receives how many bytes are safe on the disk
 *  @throws Refused 413 for more bytes than announced, after keeping those that fit; errors of the disk */
export async function writeChunk(
  path: string,
  { offset, body, bytes, everyMs }: Chunk,
  onSafe: (arrived: number) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let arrived = offset;
  let reportedAt = Date.now();
  const makeSafe = async () => {
    await handle.datasync();
    await onSafe(arrived);
    reportedAt = Date.now();
  };
  try {
    for await (const data of arriving(body)) {
      const fitting = data.subarray(0, bytes - arrived);
      await writeWhole(handle, fitting, arrived);
      arrived += fitting.length;
      if (fitting.length < data.length) {
        await makeSafe();
        throw new Refused('That is more than the file was said to have.', { status: 413 });
      }
      if (Date.now() - reportedAt >= everyMs) await makeSafe();
    }
    await makeSafe();
  } finally {
    await handle.close();
  }
}

/** A broken connection ends the chunk and is no error. */
async function* arriving(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const silence = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, silenceMs, null);
      });
      const next = await Promise.race([reader.read().catch(() => null), silence]);
      clearTimeout(timer);
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
  }
}

async function writeWhole(handle: FileHandle, data: Uint8Array, at: number) {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await handle.write(data, done, data.length - done, at + done);
    done += bytesWritten;
  }
}
