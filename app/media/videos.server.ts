import { join } from 'node:path';
import { readAvi } from './avi.server.ts';
import { damaged, unreadable } from './bad-file.ts';
import { type Made, type SentFile, videoVariant } from './media.ts';
import { readMp4 } from './mp4.server.ts';
import { pictures } from './pictures.server.ts';
import { makePoster } from './poster.server.ts';
import { withDeadline } from './turns.ts';
import { BrokenVideo, readVideo, type Video, type VideoBytes } from './video-bytes.server.ts';
import { readWebm } from './webm.server.ts';

const parsers: Record<string, (bytes: VideoBytes) => Promise<Video>> = {
  'video/mp4': readMp4,
  'video/quicktime': readMp4,
  'video/webm': readWebm,
  'video/x-msvideo': readAvi,
};
const parseMs = 20_000;

/** Checks a sent video, erases in place the data about its place and author, and adds poster and teaser. The video
 *  itself stays as sent. `mime` comes from `sniff`.
 *  @throws BadFile for a video that is cut off, has no frames or has data that we cannot erase */
export async function makeVideo(key: string, file: SentFile, mime: string, folder: string): Promise<Made> {
  const parse = parsers[mime];
  const variant = videoVariant(mime);
  if (!parse || !variant) throw unreadable(file.name);
  const video = await withDeadline(
    parseMs,
    () => damaged(file.name),
    () => readVideo(file.path, parse),
  ).catch((error: unknown) => {
    throw error instanceof BrokenVideo ? damaged(file.name) : error;
  });
  const still = await makePoster(file, mime, video, join(folder, `${key}-poster.png`));
  const { makePicture } = await pictures();
  const poster = await makePicture(key, still, folder);
  return {
    facts: { ...poster.facts, ...video, kind: 'video', mime, bytes: file.bytes },
    files: [...poster.files, { variant, path: file.path }],
  };
}
