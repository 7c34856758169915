import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { contentLimits } from '../../../domain/content-limits.ts';
import { NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { isPending, type PendingMedia } from '../../core/uploads/pending-media.server.ts';
import { hasBuyers } from '../items/buyers.server.ts';
import { lockOwnItem, type OwnItem } from './own-item.server.ts';
import { noteKinds, numberMedia, readyMedia } from './own-media.sql.server.ts';

export const listMedia = ({ em }: MemberScope, { id }: OwnItem) => readyMedia(em, id);

/** Adds pending files after the item's own, once per `attempt`.
 *  @returns how many exceeded the limit; `isNew` is false for a repeated attempt
 *  @throws NotFound, NotAllowed as `findOwnItem` */
export async function addMedia(
  { em, viewer, now }: MemberScope,
  id: number,
  { files, attempt }: { files: PendingMedia[]; attempt: string },
): Promise<{ without: number; isNew: boolean }> {
  return em.transactional(async (inside) => {
    await lockOwnItem(inside, viewer.id, id);
    const earlier = await db(inside)
      .selectFrom('media')
      .select('id')
      .where('content_id', '=', id)
      .where('attempt', '=', attempt)
      .limit(1)
      .executeTakeFirst();
    if (earlier) return { without: 0, isNew: false };
    const ids = await idsInOrder(inside, id);
    const room = files.slice(0, Math.max(0, contentLimits.files - ids.length));
    for (const { key } of room) {
      // Removed files leave gaps, so the count is not the next position.
      await db(inside)
        .updateTable('media as m')
        .set(({ selectFrom }) => ({
          content_id: id,
          attempt,
          position: selectFrom('media')
            .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
            .where('content_id', '=', id),
        }))
        .where('m.key', '=', key)
        .where('m.owner_id', '=', viewer.id)
        .where(isPending)
        .execute();
    }
    await noteKinds(inside, id, now());
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
    await numberMedia(inside, ids);
    await db(inside).updateTable('content').set({ updated_at: now() }).where('id', '=', id).execute();
  });
}

/** Removes a file. @throws Refused for the last one, and for a bought item, whose buyers paid for all files */
export async function removeMedia(
  scope: MemberScope,
  { id, mediaId }: { id: number; mediaId: number },
): Promise<void> {
  const key = await scope.em.transactional(async (inside) => {
    const { status } = await lockOwnItem(inside, scope.viewer.id, id);
    const ids = await idsInOrder(inside, id);
    if (!ids.includes(mediaId)) throw new NotFound();
    if (ids.length === 1) {
      throw new Refused('A technique needs at least one picture or video. Please add another one first.');
    }
    if (status !== 'draft' && (await hasBuyers(inside, id))) {
      throw new Refused(
        'People have bought this technique, so files cannot be removed. You can add files or change their order.',
      );
    }
    const gone = await db(inside)
      .updateTable('media')
      .set({ status: 'removed', content_id: null })
      .where('id', '=', mediaId)
      .returning('key')
      .executeTakeFirst();
    await noteKinds(inside, id, scope.now());
    return gone?.key ?? '';
  });
  await removeFiles(scope, [key]);
}

async function idsInOrder(em: Em, id: number): Promise<number[]> {
  const found = await db(em)
    .selectFrom('media')
    .select('id')
    .where('content_id', '=', id)
    .where('status', '=', 'ready')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return found.map((each) => each.id);
}
