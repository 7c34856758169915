import { type FileHandle, open } from 'node:fs/promises';

export interface VideoFacts {
  width: number;
  height: number;
  durationMs: number | null;
}

/** A part of the file to erase: `header` is written at `from`, and zeros up to `to`. */
export interface Blank {
  from: number;
  to: number;
  header: Buffer;
}

export interface Video {
  facts: VideoFacts;
  blanks: Blank[];
}

export class BrokenVideo extends Error {
  override name = 'BrokenVideo';
}

const windowBytes = 64 * 1024;
const mostTableBytes = 8 * 1024 ** 2;
const mostBlanks = 100_000;
const longestMs = 24 * 60 * 60 * 1000;
const widest = 16_384;

/** Reads a file in small pieces at any offset. Wrong lengths end in BrokenVideo, never in a huge buffer. */
export interface VideoBytes {
  size: number;
  read: (at: number, length: number) => Promise<Buffer>;
}

export async function readVideo(
  path: string,
  parse: (bytes: VideoBytes) => Promise<Video>,
): Promise<VideoFacts> {
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const { facts, blanks } = await parse(windowed(handle, size)).catch((error: unknown) => {
      // The file is shorter than a table says.
      throw error instanceof RangeError ? new BrokenVideo('table') : error;
    });
    await blankOut(handle, size, blanks);
    return facts;
  } finally {
    await handle.close();
  }
}

export function noteBlanks(blanks: Blank[], more: Blank[]) {
  for (const blank of more) blanks.push(blank);
  if (blanks.length > mostBlanks) throw new BrokenVideo('blanks');
}

export function videoFacts(width: number, height: number, durationMs: number | null): VideoFacts {
  if (!(width >= 2 && height >= 2 && width <= widest && height <= widest)) throw new BrokenVideo('size');
  const isLength = durationMs !== null && durationMs > 0 && durationMs <= longestMs;
  return {
    width: Math.round(width),
    height: Math.round(height),
    durationMs: isLength ? Math.round(durationMs) : null,
  };
}

function windowed(handle: FileHandle, size: number): VideoBytes {
  let start = 0;
  let window = Buffer.alloc(0);
  async function readAt(at: number, length: number) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
  return {
    size,
    async read(at, length) {
      if (at < 0 || length < 0 || length > mostTableBytes || at + length > size)
        throw new BrokenVideo('length');
      if (length > windowBytes) return readAt(at, length);
      if (at < start || at + length > start + window.length) {
        start = at;
        window = await readAt(at, Math.min(windowBytes, size - at));
      }
      return window.subarray(at - start, at - start + length);
    },
  };
}

async function blankOut(handle: FileHandle, size: number, blanks: Blank[]) {
  const zeros = Buffer.alloc(windowBytes);
  // A crafted table may name the same bytes a million times. Real tables name each byte at most once.
  const sum = blanks.reduce((total, { from, to }) => total + to - from, 0);
  if (sum > size) throw new BrokenVideo('blanks');
  for (const { from, to, header } of blanks) {
    await handle.write(header, 0, header.length, from);
    for (let at = from + header.length; at < to; at += zeros.length)
      await handle.write(zeros, 0, Math.min(zeros.length, to - at), at);
  }
}
