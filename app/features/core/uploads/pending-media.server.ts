import type { RawBuilder } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { Refused } from '../../../errors.ts';
import { BadFile, notAPicture, tooLarge, unreadable } from '../../../media/bad-file.ts';
import { keepMedia, makeMedia } from '../../../media/make.server.ts';
import type { Made } from '../../../media/media.ts';
import type { MemberScope } from '../../../scope.ts';
import type { MediaRow } from '../media/pictures.server.ts';
import { removeFiles } from '../media/remove-files.server.ts';
import { assertWithinQuota } from '../media/storage-quota.server.ts';

export interface SentPart {
  field: string;
  path: string;
  name: string;
  bytes: number;
  limitBytes: number;
  tooLarge: boolean;
}

export interface Prepared {
  made: Made[];
  problems: string[];
}

/** An uploaded image or video that waits for its form to be corrected. */
export interface PendingMedia {
  key: string;
  kind: 'image' | 'video';
}

/** A condition on a medium `m`: no item, message, profile or featured card uses it, so a form may. */
export const isPending = fragment`m.content_id is null and m.message_id is null and m.status = 'ready'
  and not exists (select 1 from users u where u.id = m.owner_id and u.profile_image_key = m.key)
  and not exists (select 1 from featured f where f.image_key = m.key)`;

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
  if (surplus > 0)
    problems.push(`Only ${contentLimits.files} files fit into one item; ${surplus} were left out.`);
  return { made: outcomes.filter((outcome) => typeof outcome !== 'string'), problems };
}

async function prepare(
  part: SentPart,
  folder: string,
  { onlyPictures, inFull }: { onlyPictures: boolean; inFull: boolean },
): Promise<Made> {
  // Only videos may be larger than an image, so the limit shows the kind.
  const isVideo = part.limitBytes > contentLimits.imageBytes;
  if (onlyPictures && isVideo) throw notAPicture(part.name);
  if (part.tooLarge) throw tooLarge(part, part.limitBytes);
  try {
    return await makeMedia(part, folder, { inFull });
  } catch (error) {
    const isNoPicture = error instanceof BadFile && error.message === unreadable(part.name).message;
    throw onlyPictures && isNoPicture ? notAPicture(part.name) : error;
  }
}

function wordsOfBadFile(error: unknown, onPhone: boolean): string {
  if (error instanceof BadFile) return onPhone ? error.onPhone : error.message;
  throw error;
}

/**
 * Stores good files as pending media, so that a refused form loses none; files above the quota join the problems.
 * `instead` is the unfinished upload whose room they take.
 */
export async function storePendingMedia(
  scope: MemberScope,
  { made, problems }: Prepared,
  instead: string | null = null,
): Promise<PendingMedia[]> {
  const waiting: PendingMedia[] = [];
  for (const one of made) {
    try {
      waiting.push(await keepOne(scope, one, instead));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 413) throw error;
      if (!problems.includes(error.message)) problems.push(error.message);
    }
  }
  return waiting;
}

/** The row is written before its files and marked ready after them, so that no file is without a row. */
async function keepOne(scope: MemberScope, one: Made, instead: string | null): Promise<PendingMedia> {
  const { em, viewer, media, now } = scope;
  const { facts } = one;
  await em.transactional(async (inside) => {
    await assertWithinQuota(inside, scope, facts.bytes, instead);
    await row(inside)`
      insert into media (key, owner_id, kind, status, mime, width, height, bytes, color, widths, duration_ms,
        has_full, video_state, convert_at, created_at)
      values (${facts.key}, ${viewer.id}, ${facts.kind}, 'uploading', ${facts.mime}, ${facts.width},
        ${facts.height}, ${facts.bytes}, ${facts.color}, ${facts.widths}::int[], ${facts.durationMs},
        ${one.files.some(({ variant }) => variant === 'full.jpg')}, ${facts.kind === 'video' ? 'waiting' : null}, ${now()}, ${now()})`;
  });
  try {
    await keepMedia(media, one);
  } catch (error) {
    await row(em)`delete from media where key = ${facts.key} and status = 'uploading'`;
    throw error;
  }
  await em.transactional(async (inside) => {
    await row(inside)`update media set status = 'ready' where key = ${facts.key} and status = 'uploading'`;
    if (facts.kind === 'video') await enqueue(inside, 'convert-videos', {});
  });
  return { key: facts.key, kind: facts.kind };
}

interface PendingMediaRow extends MediaRow {
  id: number;
}

export const listPendingMedia = ({ em, viewer }: MemberScope, keys: string[] | null = null) =>
  rows<PendingMediaRow>(em)`
    select m.id, m.key, m.kind, m.mime, m.width, m.height, m.color, m.widths from media m
    where m.owner_id = ${viewer.id} and ${isPending}
      and (${keys}::text[] is null or m.key = any(${keys}::text[]))
    order by m.id limit ${contentLimits.files}`;

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
  const unwanted = fragment`m.key = any(${keys}::text[]) and m.owner_id = ${viewer.id}`;
  await removeFiles(scope, await markUnwanted(em, unwanted));
}

/** Marks pending media as removed, under a lock, so that a parallel form keeps what it takes. @returns their keys */
export const markUnwanted = (em: Em, unwanted: RawBuilder<unknown>): Promise<string[]> =>
  em.transactional(async (inside) => {
    const found = await rows<{ id: number }>(inside)`
      select m.id from media m where ${unwanted} and ${isPending} for update of m skip locked`;
    const marked = await rows<{ key: string }>(inside)`
      update media m set status = 'removed'
      where m.id = any(${found.map(({ id }) => id)}::int[]) and ${isPending} returning m.key`;
    return marked.map(({ key }) => key);
  });
