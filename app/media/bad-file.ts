import { contentLimits } from '../features/content/words.ts';
import { fileSize } from '../ui/number.ts';
import type { MediaKind, SentFile } from './media.ts';

/** One file is refused while the others of the upload are kept; the message is for the person. */
export class BadFile extends Error {
  override name = 'BadFile';
  readonly fileName: string;
  /** The same in the words of the phone's upload screen, where the specification gives it others. */
  readonly onPhone: string;
  constructor(fileName: string, message: string, onPhone = message) {
    super(message);
    this.fileName = fileName;
    this.onPhone = onPhone;
  }
}

/** 50 megapixels: more than any phone sends, less than what would fill the memory. */
export const maxPixels = 50_000_000;

export function unreadable(name: string) {
  const words = `${name} is not a picture or video we can read`;
  return new BadFile(name, `${words}.`, `Invalid file type: Please select image files only (${words}).`);
}

export const empty = (name: string) => new BadFile(name, `${name} is empty. Please choose it again.`);

export const damaged = (name: string) =>
  new BadFile(name, `${name} is damaged or incomplete. Please choose another copy.`);

export const tooManyPixels = (name: string) =>
  new BadFile(
    name,
    `${name} has more than ${maxPixels / 1e6} million pixels. Please choose a smaller picture.`,
  );

export const tooSlow = (name: string) =>
  new BadFile(name, `${name} took too long to prepare. Please choose a simpler file.`);

/** Where only a picture fits (experience.md §5, single-image upload). */
export const notAPicture = (name: string) =>
  new BadFile(name, `Invalid File: Please select an image file (${name} is not one).`);

/** In the words of experience.md §5, with the limit of its kind. */
export function tooLarge({ name, bytes }: Pick<SentFile, 'name' | 'bytes'>, limitBytes: number) {
  const limit = limitBytes / 1024 ** 2;
  const which = `(${name} has ${fileSize(bytes)})`;
  return new BadFile(
    name,
    `File Too Large: Please select a file smaller than ${limit}MB ${which}.`,
    `File too large: Please select files smaller than ${limit}MB ${which}.`,
  );
}

export const byteLimit = (kind: MediaKind) =>
  kind === 'video' ? contentLimits.videoBytes : contentLimits.imageBytes;
