import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { Refused } from '../../errors.ts';
import { shownName } from '../../features/core/media/file-name.ts';
import type { MediaKind } from '../../media/media.ts';
import { kindOfHead } from '../../media/sniff.server.ts';
import { cleanText, plainName } from './body.server.ts';

export interface MultipartLimits {
  files: number;
  fields: number;
  fieldBytes: number;
  /** The most bytes of a file, by its first bytes (12 at least, unless it is shorter). */
  fileBytes: (head: Uint8Array) => number;
  requestBytes: number;
  /** Bytes beyond the limits that are still read, so that the form can be shown again with its fields. */
  surplusBytes: number;
  /** A body that brings less than `leastBytes` in this time is given up. */
  idleMs: number;
  leastBytes: number;
}

export interface ReceivedFile {
  field: string;
  /** The path until `dispose`; no file is there when it was too large. */
  path: string;
  /** The sender's name without folders and control characters: for messages, never for a path. */
  name: string;
  bytes: number;
  /** By its first bytes, as far as they show it. */
  kind: MediaKind | null;
  limitBytes: number;
  tooLarge: boolean;
}

export const broken = () =>
  new Refused('The upload did not arrive whole. Please send it again.', { status: 400 });
export const tooMuch = (message: string) => new Refused(message, { status: 413 });

export function partsOf(type: string, limits: MultipartLimits, folder: string) {
  const fields = new FormData();
  const files: (ReceivedFile & { isNamed: boolean })[] = [];
  const writing: Promise<void>[] = [];
  let surplus = 0;
  let arrived = 0;
  let failure: unknown = null;
  let wake = () => {};

  const fail = (error: unknown) => {
    failure ??= error;
    wake();
  };
  /** Counts all bytes outside files within their limit, texts and boundaries included. */
  const mustNotBeTooMuch = () => {
    const inFiles = files.reduce((sum, { bytes, limitBytes }) => sum + Math.min(bytes, limitBytes), 0);
    if (arrived - inFiles > limits.fields * limits.fieldBytes + limits.surplusBytes)
      fail(tooMuch('That is far more than this form can take. Please choose smaller files.'));
  };
  const parser = openParser(type, limits)
    .on('error', () => fail(broken()))
    .on('fieldsLimit', () => fail(tooMuch('The form has too many fields.')))
    .on('partsLimit', () => fail(tooMuch('The form has too many parts.')))
    .on('field', (name, value, { valueTruncated }) => {
      if (failure) return;
      if (valueTruncated) return fail(tooMuch('One of the texts is too long.'));
      try {
        // A part without a name is no file, even if its type says so.
        fields.append(plainName(name ?? ''), wellFormed(cleanText(value)));
      } catch (error) {
        fail(error);
      }
    })
    .on('file', (field, stream, { filename }) => {
      // A form that breaks in the middle of a file must not end the process.
      stream.on('error', () => {});
      try {
        plainName(field ?? '');
      } catch (error) {
        fail(error);
      }
      if (failure) return void stream.resume();
      if (filename && files.filter((file) => file.isNamed).length >= limits.files) {
        surplus += 1;
        return void stream.resume();
      }
      const file = {
        field,
        path: join(folder, `sent-${files.length}`),
        name: shownName(filename),
        bytes: 0,
        kind: null,
        limitBytes: 0,
        tooLarge: false,
        isNamed: Boolean(filename),
      };
      files.push(file);
      writing.push(
        keep(stream, file, limits.fileBytes).catch((error) => fail(isDiskError(error) ? error : broken())),
      );
    });

  /** Waits for the work, or for an earlier failure (a paused parser never answers). */
  async function orFailure<T>(work: Promise<T>): Promise<T | null> {
    const done = work.catch(() => {
      fail(broken());
      return null;
    });
    const failed = new Promise<null>((resolve) => {
      wake = () => resolve(null);
      if (failure) wake();
    });
    const result = await Promise.race([done, failed]);
    if (failure) throw failure;
    return result;
  }

  return {
    fail,
    failed: () => failure !== null,
    orFailure,
    async write(chunk: Uint8Array) {
      await new Promise<void>((done) => parser.write(chunk, () => done()));
      arrived += chunk.length;
      mustNotBeTooMuch();
    },
    async end() {
      await orFailure(new Promise<void>((done) => parser.end(() => done())));
      await orFailure(Promise.all(writing));
      // An empty file input arrives as a nameless file without bytes.
      const sent = files.filter((file) => file.isNamed || file.bytes > 0);
      return { fields, files: sent.map(({ isNamed, ...file }): ReceivedFile => file), surplus };
    },
    async close() {
      parser.destroy();
      await Promise.allSettled(writing);
    },
  };
}

function openParser(type: string, limits: MultipartLimits) {
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: {
        fields: limits.fields,
        fieldSize: limits.fieldBytes + 1,
        parts: limits.fields + 5 * limits.files,
      },
    });
  } catch {
    throw broken();
  }
}

async function keep(stream: Readable, file: ReceivedFile, limitOf: MultipartLimits['fileBytes']) {
  let head = Buffer.alloc(0);
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      file.bytes += chunk.length;
      if (head.length < 12) {
        head = Buffer.concat([head, chunk.subarray(0, 12)]);
        file.limitBytes = limitOf(head);
      }
      if (file.bytes <= file.limitBytes) yield chunk;
    }
  }
  await pipeline(stream, measured, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
  file.kind = kindOfHead(head);
  file.tooLarge = file.bytes > file.limitBytes;
  if (file.tooLarge) await rm(file.path);
}

const isDiskError = (error: unknown) => error instanceof Error && 'syscall' in error;

function wellFormed(text: string) {
  if (text.includes('\ufffd')) throw new Refused('The text is not valid UTF-8.', { status: 400 });
  return text;
}
