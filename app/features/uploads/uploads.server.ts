import type { RawBuilder } from 'kysely';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import { Invalid, Refused } from '../../errors.ts';
import { BadFile, notAPicture, tooLarge, unreadable } from '../../media/bad-file.ts';
import { keepMedia, makeMedia } from '../../media/make.server.ts';
import type { Made } from '../../media/media.ts';
import type { MemberScope } from '../../scope.ts';
import { earlyOf } from '../content/early.ts';
import type { MediaRow } from '../content/pictures.server.ts';
import { releaseOf } from '../content/release.ts';
import { type ContentType, contentLimits } from '../content/words.ts';
import { tell } from '../notifications/tell.server.ts';
import { checkMaySell } from '../plans/sale-rights.server.ts';
import { removeFiles } from './remove-files.server.ts';
import { mustFit } from './room.server.ts';
import type { ItemDetails } from './upload.schema.ts';

/** A file of a form, lying in a temporary folder. */
export interface SentPart {
  field: string;
  path: string;
  name: string;
  bytes: number;
  limitBytes: number;
  tooLarge: boolean;
}

/** What became of the files of one form: those made ready, and a sentence for each that was not. */
export interface Prepared {
  made: Made[];
  problems: string[];
}

/** A picture or film that waits, unpublished, for the rest of its form to be mended. */
export interface Waiting {
  key: string;
  kind: 'image' | 'video';
}

/** In statements that call the medium `m`: it is no item's, message's, profile's or card's, so a form may take it. */
export const isWaiting = fragment`m.content_id is null and m.message_id is null and m.status = 'ready'
  and not exists (select 1 from users u where u.id = m.owner_id and u.profile_image_key = m.key)
  and not exists (select 1 from featured f where f.image_key = m.key)`;

/**
 * Makes the sent files ready; one that is bad is left out with its own message (experience.md §5).
 * @param inFull pictures are kept in their full size as well, which only items need
 */
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
  // Only films may be larger than a picture, so the limit that was passed tells what came.
  const isFilm = part.limitBytes > contentLimits.imageBytes;
  if (onlyPictures && isFilm) throw notAPicture(part.name);
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
 * Keeps good files as media without an item, their owner's alone. Publishing takes them from there, so a form
 * that must be mended first loses none and nobody sends them twice. What finds no room any more joins the problems.
 * @param instead the unfinished upload whose room is taken
 */
export async function keepWaiting(
  scope: MemberScope,
  { made, problems }: Prepared,
  instead: string | null = null,
): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
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

/** The row comes before its files and is ready after them, so that no file is ever without a row that knows it. */
async function keepOne(scope: MemberScope, one: Made, instead: string | null): Promise<Waiting> {
  const { em, viewer, media, now } = scope;
  const { facts } = one;
  await em.transactional(async (inside) => {
    await mustFit(inside, scope, facts.bytes, instead);
    await row(inside)`
      insert into media (key, owner_id, kind, status, mime, width, height, bytes, color, widths, duration_ms,
        has_full, film_state, convert_at, created_at)
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
    if (facts.kind === 'video') await enqueue(inside, 'convert-films', {});
  });
  return { key: facts.key, kind: facts.kind };
}

interface WaitingRow extends MediaRow {
  id: number;
}

/** All that waits for a member's next item, or what of `keys` does, oldest first. */
export const listWaiting = ({ em, viewer }: MemberScope, keys: string[] | null = null) =>
  rows<WaitingRow>(em)`
    select m.id, m.key, m.kind, m.mime, m.width, m.height, m.color, m.widths from media m
    where m.owner_id = ${viewer.id} and ${isWaiting}
      and (${keys}::text[] is null or m.key = any(${keys}::text[]))
    order by m.id limit ${contentLimits.files}`;

/** The waiting files that a form names, in its order; only one's own. */
export async function findWaiting(scope: MemberScope, keys: string[]): Promise<Waiting[]> {
  if (keys.length === 0) return [];
  const all = await listWaiting(scope, keys.slice(0, 2 * contentLimits.files));
  return [...new Set(keys)].flatMap((key) => all.filter((each) => each.key === key));
}

/**
 * Makes an item of waiting files, in their order (decisions 5): published, or kept as a draft, maybe for later.
 * @throws Invalid without a file, Refused when the plan does not let the member sell it
 */
export async function publish(
  { em, viewer, now }: MemberScope,
  details: ItemDetails,
  files: Waiting[],
  noFiles: string,
): Promise<number> {
  const kinds = new Set(files.map(({ kind }) => kind));
  if (kinds.size === 0) throw new Invalid({ files: [noFiles] });
  if (files.length > contentLimits.files) {
    throw new Invalid({ files: [`At most ${contentLimits.files} files fit into one item.`] });
  }
  const contentType: ContentType = kinds.size > 1 ? 'mixed' : kinds.has('video') ? 'video' : 'image';
  const { status, publishAt, publishedAt } = releaseOf(details, now());
  const earlyUntil = earlyOf(details, { publishedAt: publishAt, now: now() });
  return em.transactional(async (inside) => {
    if (details.isForSale) await checkMaySell(inside, { creatorId: viewer.id, now: now() });
    const item = await row<{ id: number }>(inside)`
      insert into content (creator_id, title, description, steps, tags, category, tier, content_type,
        technique_type, difficulty_level, belt_level_required, is_for_sale, price_cents, status, publish_at,
        early_until, downloads, created_at, published_at, updated_at)
      values (${viewer.id}, ${details.title}, ${details.description}, ${details.steps}::text[],
        ${details.tags}::text[], ${details.category}, ${details.tier}, ${contentType},
        ${details.techniqueType ?? null}, ${details.difficultyLevel}, ${details.beltLevelRequired},
        ${details.isForSale}, ${details.price}, ${status}, ${publishAt}, ${earlyUntil},
        ${details.downloads ?? 'members'}, ${now()}, ${publishedAt}, ${now()})
      returning id`;
    const id = item?.id ?? 0;
    for (const [position, { key }] of files.entries()) {
      const taken = await row(inside)`update media m set content_id = ${id}, position = ${position}
        where m.key = ${key} and m.owner_id = ${viewer.id} and ${isWaiting} returning m.id`;
      // Two tabs sent the same waiting file: the second would publish an item without pictures.
      if (!taken)
        throw new Invalid({ files: ['One of the files was published already. Please choose it again.'] });
    }
    if (status === 'published') await tell(inside, { kind: 'new-item', about: id, at: now() });
    return id;
  });
}

/** Throws away what of a member's files still waits; what is in use by now stays. */
export async function dropWaiting(scope: MemberScope, keys: string[]): Promise<void> {
  const { em, viewer } = scope;
  if (keys.length === 0) return;
  const unwanted = fragment`m.key = any(${keys}::text[]) and m.owner_id = ${viewer.id}`;
  await removeFiles(scope, await markUnwanted(em, unwanted));
}

/** Marks waiting files as removed. They are locked first: who takes one at this moment keeps it. @returns their keys */
export const markUnwanted = (em: Em, unwanted: RawBuilder<unknown>): Promise<string[]> =>
  em.transactional(async (inside) => {
    const found = await rows<{ id: number }>(inside)`
      select m.id from media m where ${unwanted} and ${isWaiting} for update of m skip locked`;
    const marked = await rows<{ key: string }>(inside)`
      update media m set status = 'removed'
      where m.id = any(${found.map(({ id }) => id)}::int[]) and ${isWaiting} returning m.key`;
    return marked.map(({ key }) => key);
  });
