import { frameBytes, frameLength } from './pose.ts';

/** A block of the file: a position with one frame, or a transition with several. */
export interface Block {
  /** The line at which it begins, counted from 1. */
  line: number;
  /** In one line. */
  name: string;
  tags: string[];
  properties: string[];
  /** Books and films that show it. */
  seenIn: string[];
  /** Its frames as they are kept (`decodeFrame`). */
  frames: Buffer;
}

export interface ParsedFile {
  positions: Block[];
  transitions: Block[];
}

/** A line that this format cannot have. */
export class UnreadableLine extends Error {
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
  }
}

const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const digitValues = new Map([...digits].map((digit, value) => [digit, value]));
const linesPerFrame = 4;
const digitsPerLine = (2 * frameLength) / linesPerFrame;
const indent = /^ {4}/;
const mostCharacters = 500;

/** Reads a file of this format (`grapplemap/README.md`). @throws UnreadableLine */
export function parseFile(text: string): ParsedFile {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const parsed: ParsedFile = { positions: [], transitions: [] };
  for (let at = 0; at < lines.length; ) {
    const begin = at;
    while (at < lines.length && !indent.test(lines[at]!)) at += 1;
    const head = lines.slice(begin, at);
    const first = at;
    while (at < lines.length && indent.test(lines[at]!)) at += 1;
    const read = readHead(begin + 1, head);
    if (first === at) throw new UnreadableLine(begin + 1, 'a block that begins here has no frames.');
    const frames = readFrames(first + 1, lines.slice(first, at));
    (frames.length === frameBytes ? parsed.positions : parsed.transitions).push({ ...read, frames });
  }
  if (parsed.positions.length === 0) throw new UnreadableLine(1, 'the file has no position (one frame).');
  return parsed;
}

function readHead(line: number, head: string[]): Omit<Block, 'frames'> {
  head.forEach((text, at) => {
    if (text.length > mostCharacters || /[\p{Cc}\p{Cs}]|\uFFFD/u.test(text))
      throw new UnreadableLine(line + at, 'this is not a line of text.');
  });
  const name = oneLine(head[0] ?? '');
  if (name === '') throw new UnreadableLine(line, 'a name was expected.');
  const listed = (key: string) =>
    head.slice(1).flatMap((text) => (text.startsWith(key) ? [text.slice(key.length).trim()] : []));
  const words = (key: string) => [
    ...new Set(listed(key).flatMap((text) => text.split(/\s+/).filter((word) => word !== ''))),
  ];
  const seenIn = [...new Set(listed('ref:').filter((text) => text !== ''))];
  return { line, name, tags: words('tags:'), properties: words('properties:'), seenIn };
}

const oneLine = (name: string) =>
  name
    .replaceAll(/\\[a-z]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function readFrames(line: number, rows: string[]): Buffer {
  const wrong = rows.findIndex(
    (row) => row.trim().length !== digitsPerLine || row.length !== digitsPerLine + 4,
  );
  if (wrong !== -1) throw new UnreadableLine(line + wrong, `${digitsPerLine} digits were expected.`);
  if (rows.length % linesPerFrame !== 0) {
    throw new UnreadableLine(line + rows.length, 'a block ends with frames of 4 lines each.');
  }
  const bytes = Buffer.alloc((rows.length / linesPerFrame) * frameBytes);
  rows.forEach((row, at) => {
    for (let n = 0; n < digitsPerLine; n++) {
      const value = digitValues.get(row[4 + n]!);
      if (value === undefined) throw new UnreadableLine(line + at, `\`${row[4 + n]}\` is not a digit.`);
      // Lines have an odd number of digits, so the two of a number may be on two lines.
      const place = at * digitsPerLine + n;
      const half = place >> 1;
      const before = bytes.readUInt16LE(2 * half);
      bytes.writeUInt16LE(place % 2 === 0 ? value * 62 : before + value, 2 * half);
    }
  });
  return bytes;
}
