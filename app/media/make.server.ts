import { randomBytes } from 'node:crypto';
import { byteLimit, notAPicture, tooLarge } from './bad-file.ts';
import { makePicture } from './images.server.ts';
import type { Made, MediaFacts, MediaStore, SentFile } from './media.ts';
import { headLength, kindOfHead, sniff } from './sniff.server.ts';
import type { CutFocus } from './square.ts';
import { makeVideo } from './videos.server.ts';

export const newMediaKey = () => randomBytes(16).toString('hex');

/** The most bytes a file may have, by its first ones: what is no film must not be larger than a picture. */
export const byteLimitOfHead = (head: Uint8Array) =>
  byteLimit(head.length >= headLength && kindOfHead(head) === 'video' ? 'video' : 'image');

/** Turns one sent file, picture or film, into what will be stored; everything stays in `folder` until then.
 *  @param wishes.inFull keep pictures in their full size as well, to be saved
 *  @throws BadFile with a message for the person */
export async function makeMedia(
  file: SentFile,
  folder: string,
  { inFull = false }: { inFull?: boolean } = {},
): Promise<Made> {
  const { kind, mime } = await sniff(file);
  if (file.bytes > byteLimit(kind)) throw tooLarge(file, byteLimit(kind));
  const key = newMediaKey();
  return kind === 'video' ? makeVideo(key, file, mime, folder) : makePicture(key, file, folder, { inFull });
}

/** The same for a profile picture: no film, and cut to a square. */
export async function makeProfilePicture(file: SentFile, focus: CutFocus, folder: string): Promise<Made> {
  if ((await sniff(file)).kind === 'video') throw notAPicture(file.name);
  if (file.bytes > byteLimit('image')) throw tooLarge(file, byteLimit('image'));
  return makePicture(newMediaKey(), file, folder, { focus });
}

/** Puts all files of one medium into the store, or none. */
export async function keepMedia(store: MediaStore, { facts, files }: Made): Promise<MediaFacts> {
  try {
    for (const { variant, path } of files) await store.put(facts.key, variant, path);
  } catch (error) {
    await store.remove(facts.key).catch(() => {});
    throw error;
  }
  return facts;
}
