import type { Em } from '../../../db/orm.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import type { MediaRow } from '../../core/media/pictures.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { isPending, type PendingMedia } from '../../core/uploads/pending-media.server.ts';
import { mediaObject } from '../catalog/cards.server.ts';
import { lockOwnItem, type OwnItem } from './own-item.server.ts';

export async function listMedia(
  { em }: MemberScope,
  { id }: OwnItem,
): Promise<(MediaRow & { id: number })[]> {
  const found = await rows<{ media: MediaRow & { id: number } }>(em)`
    select ${mediaObject} as media from media
    where content_id = ${id} and status = 'ready' order by position, id`;
  return found.map(({ media }) => media);
}

/**
 * Adds pending files after the item's own, once per `attempt`.
 * @returns how many exceeded the limit; `isNew` is false for a repeated attempt
 * @throws NotFound, NotAllowed as `findOwnItem`
 */
export async function addMedia(
  { em, viewer, now }: MemberScope,
  id: number,
  { files, attempt }: { files: PendingMedia[]; attempt: string },
): Promise<{ without: number; isNew: boolean }> {
  return em.transactional(async (inside) => {
    await lockOwnItem(inside, viewer.id, id);
    if (await row(inside)`select 1 from media where content_id = ${id} and attempt = ${attempt} limit 1`)
      return { without: 0, isNew: false };
    const ids = await idsInOrder(inside, id);
    const room = files.slice(0, Math.max(0, contentLimits.files - ids.length));
    for (const { key } of room) {
      // Removed files leave gaps, so the count is not the next position.
      await row(inside)`update media m set content_id = ${id}, attempt = ${attempt},
          position = (select coalesce(max(position) + 1, 0) from media where content_id = ${id})
        where m.key = ${key} and m.owner_id = ${viewer.id} and ${isPending}`;
    }
    await tellKind(inside, id, now());
    return { without: files.length - room.length, isNew: true };
  });
}

export type Step = 'first' | 'earlier' | 'later';

export async function moveMedia(
  { em, viewer, now }: MemberScope,
  { id, mediaId, step }: { id: number; mediaId: number; step: Step },
): Promise<void> {
  await em.transactional(async (inside) => {
    await lockOwnItem(inside, viewer.id, id);
    const ids = await idsInOrder(inside, id);
    const from = ids.indexOf(mediaId);
    if (from === -1) throw new NotFound();
    const to =
      step === 'first' ? 0 : Math.min(ids.length - 1, Math.max(0, from + (step === 'later' ? 1 : -1)));
    ids.splice(to, 0, ...ids.splice(from, 1));
    await row(inside)`
      update media set position = place.position - 1
      from unnest(${ids}::int[]) with ordinality as place (id, position) where media.id = place.id`;
    await row(inside)`update content set updated_at = ${now()} where id = ${id}`;
  });
}

/** Removes a file. @throws Refused for the last one, and for a bought item, whose buyers paid for all files */
export async function removeMedia(
  scope: MemberScope,
  { id, mediaId }: { id: number; mediaId: number },
): Promise<void> {
  const key = await scope.em.transactional(async (inside) => {
    await lockOwnItem(inside, scope.viewer.id, id);
    const ids = await idsInOrder(inside, id);
    if (!ids.includes(mediaId)) throw new NotFound();
    if (ids.length === 1) {
      throw new Refused('An item needs at least one picture or film. Please add another one first.');
    }
    if (
      await row(inside)`select 1 from purchases p join content c on c.id = p.content_id
      where p.content_id = ${id} and p.status = 'paid' and c.status <> 'draft' limit 1`
    ) {
      throw new Refused(
        'This item has buyers, and they keep what they paid for: add files, or change their order.',
      );
    }
    const gone = await row<{ key: string }>(inside)`
      update media set status = 'removed', content_id = null where id = ${mediaId} returning key`;
    await tellKind(inside, id, scope.now());
    return gone?.key ?? '';
  });
  await removeFiles(scope, [key]);
}

async function idsInOrder(em: Em, id: number): Promise<number[]> {
  const found = await rows<{ id: number }>(em)`
    select id from media where content_id = ${id} and status = 'ready' order by position, id`;
  return found.map((each) => each.id);
}

const tellKind = (em: Em, id: number, now: Date) =>
  row(em)`
    update content set updated_at = ${now}, content_type = coalesce((
      select case when count(distinct kind) > 1 then 'mixed' else min(kind) end
      from media where content_id = ${id} and status = 'ready' having count(*) > 0), content_type)
    where id = ${id}`;
