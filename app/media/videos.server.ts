import { join } from 'node:path';
import { readAvi } from './avi.server.ts';
import { damaged, unreadable } from './bad-file.ts';
import { BrokenFilm, type Film, type FilmBytes, readFilm } from './film.server.ts';
import { makePicture } from './images.server.ts';
import { type Made, type SentFile, videoVariant } from './media.ts';
import { readMp4 } from './mp4.server.ts';
import { makePoster } from './poster.server.ts';
import { withDeadline } from './turns.ts';
import { readWebm } from './webm.server.ts';

const parsers: Record<string, (bytes: FilmBytes) => Promise<Film>> = {
  'video/mp4': readMp4,
  'video/quicktime': readMp4,
  'video/webm': readWebm,
  'video/x-msvideo': readAvi,
};
const parseMs = 20_000;

/** Checks a sent film, blanks in place what it says of where and by whom it was taken, and adds poster and teaser.
 *  The film itself is stored as it is; `mime` is what `sniff` found.
 *  @throws BadFile for a film that is cut off, has no pictures or keeps its data where we cannot blank it */
export async function makeVideo(key: string, file: SentFile, mime: string, folder: string): Promise<Made> {
  const parse = parsers[mime];
  const variant = videoVariant(mime);
  if (!parse || !variant) throw unreadable(file.name);
  const film = await withDeadline(
    parseMs,
    () => damaged(file.name),
    () => readFilm(file.path, parse),
  ).catch((error: unknown) => {
    throw error instanceof BrokenFilm ? damaged(file.name) : error;
  });
  const still = await makePoster(file, mime, film, join(folder, `${key}-poster.png`));
  const poster = await makePicture(key, still, folder);
  return {
    facts: { ...poster.facts, ...film, kind: 'video', mime, bytes: file.bytes },
    files: [...poster.files, { variant, path: file.path }],
  };
}
