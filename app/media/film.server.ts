import { type FileHandle, open } from 'node:fs/promises';

/** What a film says of itself. */
export interface FilmFacts {
  /** As shown, after rotation; in pixels. */
  width: number;
  height: number;
  durationMs: number | null;
}

/** A part of the file to make unreadable: `header` is written at `from`, the rest up to `to` becomes zeros. */
export interface Blank {
  from: number;
  to: number;
  header: Buffer;
}

/** What a parser found: the facts, and every part that is neither picture, sound, text nor structure. */
export interface Film {
  facts: FilmFacts;
  blanks: Blank[];
}

/** The bytes do not make a film: cut off, or never one. */
export class BrokenFilm extends Error {
  override name = 'BrokenFilm';
}

const windowBytes = 64 * 1024;
const mostTableBytes = 8 * 1024 ** 2;
const mostBlanks = 100_000;
const longestMs = 24 * 60 * 60 * 1000;
const widest = 16_384;

/** A file read in small pieces at any place; hostile lengths end in BrokenFilm, never in a huge buffer. */
export interface FilmBytes {
  size: number;
  read: (at: number, length: number) => Promise<Buffer>;
}

/** Opens the file for parsing, and blanks what the parser names before it is closed. */
export async function readFilm(path: string, parse: (bytes: FilmBytes) => Promise<Film>): Promise<FilmFacts> {
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const { facts, blanks } = await parse(windowed(handle, size)).catch((error: unknown) => {
      // A table that is shorter than it says.
      throw error instanceof RangeError ? new BrokenFilm('table') : error;
    });
    await blankOut(handle, size, blanks);
    return facts;
  } finally {
    await handle.close();
  }
}

/** Adds to the list. @throws BrokenFilm when a crafted file makes it endless */
export function noteBlanks(blanks: Blank[], more: Blank[]) {
  for (const blank of more) blanks.push(blank);
  if (blanks.length > mostBlanks) throw new BrokenFilm('blanks');
}

/** Checks what the file claims. @throws BrokenFilm for sizes no film has */
export function filmFacts(width: number, height: number, durationMs: number | null): FilmFacts {
  if (!(width >= 2 && height >= 2 && width <= widest && height <= widest)) throw new BrokenFilm('size');
  const isLength = durationMs !== null && durationMs > 0 && durationMs <= longestMs;
  return {
    width: Math.round(width),
    height: Math.round(height),
    durationMs: isLength ? Math.round(durationMs) : null,
  };
}

function windowed(handle: FileHandle, size: number): FilmBytes {
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
        throw new BrokenFilm('length');
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
  // A crafted table may name the same bytes a million times; an honest one never more than there are.
  const sum = blanks.reduce((total, { from, to }) => total + to - from, 0);
  if (sum > size) throw new BrokenFilm('blanks');
  for (const { from, to, header } of blanks) {
    await handle.write(header, 0, header.length, from);
    for (let at = from + header.length; at < to; at += zeros.length)
      await handle.write(zeros, 0, Math.min(zeros.length, to - at), at);
  }
}
