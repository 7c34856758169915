import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refused } from '../../../errors.ts';

/** A sender who is silent for this long is treated as gone. */
const silenceMs = 15_000;

const folderOf = (tempDir: string) => join(tempDir, 'pieces');

/** Where the bytes of an unfinished upload are. @param id must be checked by the caller */
export const pathOfPieces = (tempDir: string, id: string) => join(folderOf(tempDir), id);

export async function bytesSafe(tempDir: string, id: string): Promise<number> {
  const found = await stat(pathOfPieces(tempDir, id)).catch(() => null);
  return found?.size ?? 0;
}

export const forgetPieces = (tempDir: string, id: string) => rm(pathOfPieces(tempDir, id), { force: true });

export async function oldPieces(tempDir: string, before: Date): Promise<string[]> {
  const names = await readdir(folderOf(tempDir)).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(pathOfPieces(tempDir, name)).catch(() => null);
    if (found && found.mtime < before) old.push(name);
  }
  return old;
}

interface Piece {
  offset: number;
  body: ReadableStream<Uint8Array> | null;
  bytes: number;
  everyMs: number;
}

/** Writes a piece until it ends, breaks off or falls silent.
 *  @param onSafe receives how many bytes are safe on the disk
 *  @throws Refused 413 for more bytes than announced, after keeping those that fit; errors of the disk */
export async function writePiece(
  path: string,
  { offset, body, bytes, everyMs }: Piece,
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
    for await (const chunk of arriving(body)) {
      const fitting = chunk.subarray(0, bytes - arrived);
      await writeWhole(handle, fitting, arrived);
      arrived += fitting.length;
      if (fitting.length < chunk.length) {
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

/** A broken connection ends the piece and is no error. */
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

async function writeWhole(handle: FileHandle, chunk: Uint8Array, at: number) {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done);
    done += bytesWritten;
  }
}
