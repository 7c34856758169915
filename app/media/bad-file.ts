import { contentLimits } from '../domain/content-limits.ts';
import { fileSize } from '../ui/number.ts';
import type { MediaKind, SentFile } from './media.ts';

/** Why a file is refused. */
export type BadFileReason =
  | 'unreadable'
  | 'empty'
  | 'damaged'
  | 'too many pixels'
  | 'too slow'
  | 'not a picture'
  | 'too large';

/** Refuses one file of an upload; the others are kept. The message is shown to the member. */
export class BadFile extends Error {
  override name = 'BadFile';
  readonly fileName: string;
  readonly reason: BadFileReason;
  /** The message on the phone's upload screen, where it differs (C8.17 to C8.20). */
  readonly onPhone: string;
  constructor(fileName: string, reason: BadFileReason, message: string, onPhone = message) {
    super(message);
    this.fileName = fileName;
    this.reason = reason;
    this.onPhone = onPhone;
  }
}

/** 50 megapixels: more than phones send, and few enough for the memory. */
export const maxPixels = 50_000_000;

export function unreadable(name: string) {
  const words = `${name} is not a picture or video we can read`;
  return new BadFile(
    name,
    'unreadable',
    `${words}.`,
    `Invalid file type: Please select image files only (${words}).`,
  );
}

export const empty = (name: string) =>
  new BadFile(name, 'empty', `${name} is empty. Please choose it again.`);

export const damaged = (name: string) =>
  new BadFile(name, 'damaged', `${name} is damaged or incomplete. Please choose another copy.`);

export const tooManyPixels = (name: string) =>
  new BadFile(
    name,
    'too many pixels',
    `${name} has more than ${maxPixels / 1e6} million pixels. Please choose a smaller picture.`,
  );

export const tooSlow = (name: string) =>
  new BadFile(name, 'too slow', `${name} took too long to prepare. Please choose a simpler file.`);

/** For uploads that take only images (E5.14). */
export const notAPicture = (name: string) =>
  new BadFile(name, 'not a picture', `Invalid File: Please select an image file (${name} is not one).`);

/** The limit depends on the kind (E5.15). */
export function tooLarge({ name, bytes }: Pick<SentFile, 'name' | 'bytes'>, limitBytes: number) {
  const limit = limitBytes / 1024 ** 2;
  const which = `(${name} has ${fileSize(bytes)})`;
  return new BadFile(
    name,
    'too large',
    `File Too Large: Please select a file smaller than ${limit}MB ${which}.`,
    `File too large: Please select files smaller than ${limit}MB ${which}.`,
  );
}

export const byteLimit = (kind: MediaKind) =>
  kind === 'video' ? contentLimits.videoBytes : contentLimits.imageBytes;
