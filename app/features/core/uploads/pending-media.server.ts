import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import type { Tables } from '../../../db/tables.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { Refused } from '../../../errors.ts';
import { BadFile, notAPicture, tooLarge } from '../../../media/bad-file.ts';
import { makeMedia, storeMedia } from '../../../media/make.server.ts';
import type { Made, MediaKind } from '../../../media/media.ts';
import type { MemberScope } from '../../../scope.ts';
import { factsRow } from '../media/facts-row.ts';
import { removeFiles } from '../media/remove-files.server.ts';
import { assertWithinQuota } from '../media/storage-quota.server.ts';
import { assertMayWait } from '../media/video-queue.server.ts';

export interface SentPart {
  field: string;
  path: string;
  name: string;
  bytes: number;
  /** By its first bytes, as far as they show it. */
  kind: MediaKind | null;
  limitBytes: number;
  tooLarge: boolean;
}

export interface Prepared {
  made: Made[];
  problems: string[];
  /** Names of the files that could not be used. */
  leftOut: string[];
}

export interface PendingMedia {
  key: string;
  kind: 'image' | 'video';
}

/** Makes conditions on a medium `m`. */
export const medium = expressionBuilder<Tables & { m: Tables['media'] }, 'm'>();

/** A condition on a medium `m`: no item, message, profile or featured card uses it, so a form may. */
export const isPending = medium.and([
  medium('m.content_id', 'is', null),
  medium('m.message_id', 'is', null),
  medium('m.status', '=', 'ready'),
  medium.not(
    medium.exists(
      medium
        .selectFrom('users as u')
        .whereRef('u.id', '=', 'm.owner_id')
        .whereRef('u.profile_image_key', '=', 'm.key'),
    ),
  ),
  medium.not(medium.exists(medium.selectFrom('featured as f').whereRef('f.image_key', '=', 'm.key'))),
]);

/** Processes uploaded files; a bad one is left out with its message (E5.31). `inFull` keeps full-size images. */
export async function prepareFiles(
  parts: SentPart[],
  folder: string,
  { onlyPictures = false, onPhone = false, surplus = 0, inFull = true } = {},
): Promise<Prepared> {
  const outcomes = await Promise.all(
    parts.map((part) =>
      prepare(part, folder, { onlyPictures, inFull }).catch((error) => wordsOfBadFile(error, onPhone)),
    ),
  );
  const problems = outcomes.filter((outcome) => typeof outcome === 'string');
  const leftOut = parts.filter((_, index) => typeof outcomes[index] === 'string').map(({ name }) => name);
  if (surplus > 0)
    problems.push(`Only ${contentLimits.files} files fit into one item; ${surplus} were left out.`);
  return { made: outcomes.filter((outcome) => typeof outcome !== 'string'), problems, leftOut };
}

async function prepare(
  part: SentPart,
  folder: string,
  { onlyPictures, inFull }: { onlyPictures: boolean; inFull: boolean },
): Promise<Made> {
  if (onlyPictures && part.kind === 'video') throw notAPicture(part.name);
  if (part.tooLarge) throw tooLarge(part, part.limitBytes);
  try {
    return await makeMedia(part, folder, { inFull });
  } catch (error) {
    const isNoPicture = error instanceof BadFile && error.reason === 'unreadable';
    throw onlyPictures && isNoPicture ? notAPicture(part.name) : error;
  }
}

function wordsOfBadFile(error: unknown, onPhone: boolean): string {
  if (error instanceof BadFile) return onPhone ? error.onPhone : error.message;
  throw error;
}

/** Stores good files as pending media, so that a refused form loses none; files above the quota, and videos when too
 *  many of the member wait, join the problems.
 *  `replacedUploadId` is the unfinished upload whose room they take. */
export async function storePendingMedia(
  scope: MemberScope,
  { made, problems }: Omit<Prepared, 'leftOut'>,
  replacedUploadId: string | null = null,
): Promise<PendingMedia[]> {
  const waiting: PendingMedia[] = [];
  for (const one of made) {
    try {
      waiting.push(await storeOne(scope, one, replacedUploadId));
    } catch (error) {
      // An upload in chunks stays, and is finished when the member's other videos are done.
      const leavesOut = replacedUploadId === null ? [413, 429] : [413];
      if (!(error instanceof Refused) || !leavesOut.includes(error.status)) throw error;
      if (!problems.includes(error.message)) problems.push(error.message);
    }
  }
  return waiting;
}

/** The row is written before its files and marked ready after them, so that no file is without a row. */
async function storeOne(
  scope: MemberScope,
  one: Made,
  replacedUploadId: string | null,
): Promise<PendingMedia> {
  const { em, viewer, media, now } = scope;
  const { facts } = one;
  await em.transactional(async (inside) => {
    await assertWithinQuota(inside, scope, facts.bytes, replacedUploadId);
    if (facts.kind === 'video') await assertMayWait(inside, scope);
    await db(inside)
      .insertInto('media')
      .values({
        ...factsRow(facts),
        owner_id: viewer.id,
        status: 'uploading',
        has_full: one.files.some(({ variant }) => variant === 'full.jpg'),
        video_state: facts.kind === 'video' ? 'waiting' : null,
        convert_at: now(),
        created_at: now(),
      })
      .execute();
  });
  try {
    await storeMedia(media, one);
  } catch (error) {
    await db(em).deleteFrom('media').where('key', '=', facts.key).where('status', '=', 'uploading').execute();
    throw error;
  }
  await em.transactional(async (inside) => {
    await db(inside)
      .updateTable('media')
      .set({ status: 'ready' })
      .where('key', '=', facts.key)
      .where('status', '=', 'uploading')
      .execute();
    if (facts.kind === 'video') await enqueue(inside, 'convert-videos', {});
  });
  return { key: facts.key, kind: facts.kind };
}

export function listPendingMedia({ em, viewer }: MemberScope, keys: string[] | null = null) {
  const pending = db(em)
    .selectFrom('media as m')
    .select(['m.id', 'm.key', 'm.kind', 'm.mime', 'm.width', 'm.height', 'm.color', 'm.widths'])
    .where('m.owner_id', '=', viewer.id)
    .where(isPending)
    .orderBy('m.id')
    .limit(contentLimits.files);
  return (keys ? pending.where('m.key', '=', anyOf('text', keys)) : pending).execute();
}

/** The pending media that a form names, in its order; only the member's own. */
export async function findPendingMedia(scope: MemberScope, keys: string[]): Promise<PendingMedia[]> {
  if (keys.length === 0) return [];
  const all = await listPendingMedia(scope, keys.slice(0, 2 * contentLimits.files));
  return [...new Set(keys)].flatMap((key) => all.filter((each) => each.key === key));
}

/** Deletes pending media of the member; files in use stay. */
export async function discardPendingMedia(scope: MemberScope, keys: string[]): Promise<void> {
  const { em, viewer } = scope;
  if (keys.length === 0) return;
  const unwanted = medium('m.key', '=', anyOf('text', keys)).and('m.owner_id', '=', viewer.id);
  await removeFiles(scope, await markUnwanted(em, unwanted));
}

/** Marks pending media as removed, under a lock, so that a parallel form keeps what it takes. @returns their keys */
export const markUnwanted = (em: Em, unwanted: Expression<SqlBool>): Promise<string[]> =>
  em.transactional(async (inside) => {
    const found = await db(inside)
      .selectFrom('media as m')
      .select('m.id')
      .where(unwanted)
      .where(isPending)
      .forUpdate('m')
      .skipLocked()
      .execute();
    const ids = found.map(({ id }) => id);
    const marked = await db(inside)
      .updateTable('media as m')
      .set({ status: 'removed' })
      .where('m.id', '=', anyOf('int8', ids))
      .where(isPending)
      .returning('m.key')
      .execute();
    return marked.map(({ key }) => key);
  });
