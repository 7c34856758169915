import { randomBytes } from 'node:crypto';
import { byteLimit, notAPicture, tooLarge } from './bad-file.ts';
import type { PictureOptions } from './images.server.ts';
import type { Made, MediaFacts, MediaStore, SentFile } from './media.ts';
import { avatars, pictures } from './pictures.server.ts';
import { headLength, kindOfHead, sniff } from './sniff.server.ts';
import type { CutFocus } from './square.ts';
import { makeVideo } from './videos.server.ts';

export const newMediaKey = () => randomBytes(16).toString('hex');

/** The size limit by a file's first bytes: only videos may be larger than an image. */
export const byteLimitOfHead = (head: Uint8Array) =>
  byteLimit(head.length >= headLength && kindOfHead(head) === 'video' ? 'video' : 'image');

/** Turns one sent image or video into the files to store. They stay in `folder` until then.
 *  @param options of `makePicture`: `inFull` keeps images in full size too, for downloads
 *  @throws BadFile with a message for the member */
export async function makeMedia(
  file: SentFile,
  folder: string,
  options: Pick<PictureOptions, 'inFull' | 'isQuick'> = {},
): Promise<Made> {
  const { kind, mime } = await sniff(file);
  if (file.bytes > byteLimit(kind)) throw tooLarge(file, byteLimit(kind));
  const key = newMediaKey();
  if (kind === 'video') return makeVideo(key, file, mime, folder);
  const { makePicture } = await pictures();
  return makePicture(key, file, folder, options);
}

export async function makeProfilePicture(file: SentFile, focus: CutFocus, folder: string): Promise<Made> {
  if ((await sniff(file)).kind === 'video') throw notAPicture(file.name);
  if (file.bytes > byteLimit('image')) throw tooLarge(file, byteLimit('image'));
  const { makePicture } = await pictures();
  const { withAvatars } = await avatars();
  return withAvatars(await makePicture(newMediaKey(), file, folder, { focus }), folder);
}

/** Stores all files of one medium, or none. */
export async function storeMedia(store: MediaStore, { facts, files }: Made): Promise<MediaFacts> {
  try {
    for (const { variant, path } of files) await store.put(facts.key, variant, path);
  } catch (error) {
    await store.remove(facts.key).catch(() => {});
    throw error;
  }
  return facts;
}
