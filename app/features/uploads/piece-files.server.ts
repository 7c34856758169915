import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refused } from '../../errors.ts';

/** A sender who is silent for so long has gone, whatever the network says. */
const silenceMs = 15_000;

const folderOf = (tempDir: string) => join(tempDir, 'pieces');

/** Where the bytes of an unfinished upload lie. @param id checked by whoever found its row */
export const pathOfPieces = (tempDir: string, id: string) => join(folderOf(tempDir), id);

/** How many bytes lie there, whether safe or not. */
export async function bytesSafe(tempDir: string, id: string): Promise<number> {
  const found = await stat(pathOfPieces(tempDir, id)).catch(() => null);
  return found?.size ?? 0;
}

export const forgetPieces = (tempDir: string, id: string) => rm(pathOfPieces(tempDir, id), { force: true });

/** The unfinished uploads whose bytes lie here and were not touched since `before`. */
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
  /** Of the whole file. */
  bytes: number;
  /** How often what came is made safe, in ms. */
  everyMs: number;
}

/**
 * Writes a piece as it comes, until it ends, breaks off or falls silent.
 * @param onSafe hears how far the file is safe on the disk, at the end at the latest
 * @throws Refused 413 for more bytes than the file has; what fitted is kept. Errors of the disk.
 */
export async function writePiece(
  path: string,
  { offset, body, bytes, everyMs }: Piece,
  onSafe: (arrived: number) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  let arrived = offset;
  let told = Date.now();
  const makeSafe = async () => {
    await handle.datasync();
    await onSafe(arrived);
    told = Date.now();
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
      if (Date.now() - told >= everyMs) await makeSafe();
    }
    await makeSafe();
  } finally {
    await handle.close();
  }
}

/** A sender who breaks off has simply sent less. */
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
    // The answer leaves first, then a sender who does not stop loses the connection.
    setTimeout(() => void reader.cancel().catch(() => {}), 2_000).unref();
  }
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array, at: number) {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done);
    done += bytesWritten;
  }
}
