import { readFile } from 'node:fs/promises';
import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
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
  const found = await db(scope.em)
    .selectFrom('captions as t')
    .innerJoin('media as m', 'm.id', 't.media_id')
    .select('t.text')
    .where('m.id', '=', mediaId)
    .where('m.content_id', '=', id)
    .where('m.status', '=', 'ready')
    .where('t.language', '=', language)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found.text;
}

/** The caption languages of a video of the member's own item. @throws NotFound, NotAllowed as `findOwnItem` */
export async function listCaptions(
  scope: MemberScope,
  { id, mediaId }: Place,
): Promise<{ title: string; languages: CaptionLanguage[] }> {
  const { title } = await findOwnItem(scope, id);
  if (!(await videoOf(scope.em, { id, mediaId }).executeTakeFirst())) throw new NotFound();
  const found = await db(scope.em)
    .selectFrom('captions')
    .select('language')
    .where('media_id', '=', mediaId)
    .orderBy('language')
    .execute();
  return { title, languages: found.map(({ language }) => language) };
}

/** The ready video of an item. */
const videoOf = (em: Em, { id, mediaId }: Place) =>
  db(em)
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('content_id', '=', id)
    .where('kind', '=', 'video')
    .where('status', '=', 'ready');

/** Rewrites and stores captions, one text a language. @throws Invalid with the wrong lines */
export async function saveCaptions(
  { em, viewer, now }: MemberScope,
  { id, mediaId }: Place,
  { language, path, bytes }: { language: CaptionLanguage; path: string; bytes: number },
): Promise<void> {
  const text = writeVtt(await readFileOf(path, bytes));
  await em.transactional(async (inside) => {
    await lockOwnItem(inside, viewer.id, id);
    const kept = await db(inside)
      .insertInto('captions')
      .columns(['media_id', 'language', 'text', 'created_at'])
      .expression(
        videoOf(inside, { id, mediaId }).select([
          sql<string>`${language}`.as('language'),
          sql<string>`${text}`.as('text'),
          timestamptz(now()).as('at'),
        ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['media_id', 'language']).doUpdateSet(({ ref }) => ({
          text: ref('excluded.text'),
          created_at: ref('excluded.created_at'),
        })),
      )
      .returning('id')
      .executeTakeFirst();
    if (!kept) throw new NotFound();
  });
}

async function readFileOf(path: string, bytes: number) {
  if (bytes > captionLimits.bytes)
    throw new Invalid({ captions: ['The file is larger than 500 kB, which is too large for captions.'] });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Invalid({ captions: ['The file is not UTF-8 text. Please save it as UTF-8.'] });
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
  if (!isCaptionLanguage(language)) return;
  await db(scope.em)
    .deleteFrom('captions as t')
    .using('media as m')
    .whereRef('m.id', '=', 't.media_id')
    .where('m.id', '=', mediaId)
    .where('m.content_id', '=', id)
    .where('t.language', '=', language)
    .execute();
}
