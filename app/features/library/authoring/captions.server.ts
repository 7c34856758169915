import { readFile } from 'node:fs/promises';
import { row, rows } from '../../../db/sql.server.ts';
import { type CaptionLanguage, isCaptionLanguage } from '../../../domain/caption-languages.ts';
import { Invalid, NotFound } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { findCard } from '../catalog/cards.server.ts';
import { captionLimits, readVtt, writeVtt } from './captions.ts';
import { findOwnItem, lockOwnItem } from './own-item.server.ts';

interface Place {
  id: number;
  mediaId: number;
}

/** Captions for viewers who may open the video. @throws NotFound, also for a locked one */
export async function findCaptions(
  scope: Scope,
  { id, mediaId, language }: Place & { language: string | undefined },
): Promise<string> {
  const { mediaAccess } = await findCard(scope, id);
  if (mediaAccess === 'locked' || !isCaptionLanguage(language)) throw new NotFound();
  const found = await row<{ text: string }>(scope.em)`
    select t.text from captions t join media m on m.id = t.media_id
    where m.id = ${mediaId} and m.content_id = ${id} and m.status = 'ready' and t.language = ${language}`;
  if (!found) throw new NotFound();
  return found.text;
}

/** The caption languages of a video of the member's own item. @throws NotFound, NotAllowed as `findOwnItem` */
export async function listCaptions(
  scope: MemberScope,
  { id, mediaId }: Place,
): Promise<{ title: string; languages: CaptionLanguage[] }> {
  const { title } = await findOwnItem(scope, id);
  if (
    !(await row(scope.em)`select 1 from media
    where id = ${mediaId} and content_id = ${id} and kind = 'video' and status = 'ready'`)
  ) {
    throw new NotFound();
  }
  const found = await rows<{ language: CaptionLanguage }>(scope.em)`
    select language from captions where media_id = ${mediaId} order by language`;
  return { title, languages: found.map(({ language }) => language) };
}

/** Rewrites and stores captions, one text a language. @throws Invalid with the wrong lines */
export async function saveCaptions(
  { em, viewer, now }: MemberScope,
  { id, mediaId }: Place,
  { language, path, bytes }: { language: CaptionLanguage; path: string; bytes: number },
): Promise<void> {
  const text = writeVtt(await readFileOf(path, bytes));
  await em.transactional(async (inside) => {
    await lockOwnItem(inside, viewer.id, id);
    const kept = await row(inside)`
      insert into captions (media_id, language, text, created_at)
      select id, ${language}, ${text}, ${now()} from media
      where id = ${mediaId} and content_id = ${id} and kind = 'video' and status = 'ready'
      on conflict (media_id, language) do update set text = excluded.text, created_at = excluded.created_at
      returning id`;
    if (!kept) throw new NotFound();
  });
}

async function readFileOf(path: string, bytes: number) {
  if (bytes > captionLimits.bytes)
    throw new Invalid({ captions: ['The file is larger than 500 kB, which no captions need.'] });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Invalid({ captions: ['The file is no UTF-8 text. Please save it again as UTF-8.'] });
  }
  const read = readVtt(text);
  if ('problems' in read) throw new Invalid({ captions: read.problems });
  return read.cues;
}

export async function removeCaptions(
  scope: MemberScope,
  { id, mediaId, language }: Place & { language: string },
): Promise<void> {
  await findOwnItem(scope, id);
  await row(scope.em)`
    delete from captions t using media m
    where m.id = t.media_id and m.id = ${mediaId} and m.content_id = ${id} and t.language = ${language}`;
}
