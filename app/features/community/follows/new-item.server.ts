import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue, enqueueAt } from '../../../db/queue.server.ts';
import { isEarly } from '../../../domain/early.ts';
import type { SystemContext } from '../../../scope.ts';
import type { QueuedNotification } from '../../core/notifications/event-kinds.ts';
import { opening } from '../../core/notifications/new-item-opening.server.ts';
import { writeNotification } from '../../core/notifications/write.server.ts';
import { followersOfPositions } from '../position-follows/followers.server.ts';
import { insertNewItemNotifications } from './new-item.sql.server.ts';

/** Followers notified per job, so that other jobs run in between. */
const followersAtOnce = 1_000;

type QueuedItem = Extract<QueuedNotification, { kind: 'new-item' }>;

/** Notifies the creator's followers in batches, then those of the item's positions: VIPs at once during early access,
 *  others when it opens (ADR-018). */
async function notifyFollowers(
  { em, now }: Pick<SystemContext, 'em' | 'now'>,
  queued: QueuedItem,
): Promise<void> {
  const { about: id, after = 0, stage } = queued;
  await em.transactional(async (em) => {
    const item = await db(em)
      .selectFrom('content')
      .select(['creator_id as creatorId', 'status', 'early_until as earlyUntil'])
      .where('id', '=', id)
      .forKeyShare()
      .executeTakeFirst();
    if (item?.status !== 'published') return;
    const { creatorId, earlyUntil } = item;
    const forVips = isEarly(item, now());
    if (forVips && earlyUntil && after === 0 && !stage) {
      const at = new Date(earlyUntil);
      const later = { kind: 'new-item' as const, about: id, at: at.toISOString() };
      await enqueueAt(em, { task: 'write-notifications', at, name: opening(id) }, later);
    }
    const positions = await positionsOf(em, id);
    const ids = stage
      ? await followersOfPositions(em, { positions, after, limit: followersAtOnce })
      : await followersOfCreator(em, creatorId, after);
    // When the date is moved nearer, the job still carries the old one.
    const at = new Date(Math.min(new Date(queued.at).getTime(), now().getTime()));
    const vipsOnlyAt = forVips ? now() : null;
    await insertNewItemNotifications(em, {
      id,
      creatorId,
      at,
      ids,
      vipsOnlyAt,
      positions: stage ? positions : null,
    });
    const last = ids.at(-1);
    if (last !== undefined && ids.length === followersAtOnce) {
      await enqueue(em, 'write-notifications', { ...queued, after: last });
    } else if (!stage && positions.length > 0) {
      await enqueue(em, 'write-notifications', { ...queued, after: 0, stage: 'positions' });
    }
  });
}

async function followersOfCreator(em: Em, creatorId: number, after: number): Promise<number[]> {
  const piece = await db(em)
    .selectFrom('follows')
    .select('follower_id as id')
    .where('creator_id', '=', creatorId)
    .where('follower_id', '>', after)
    .orderBy('follower_id')
    .limit(followersAtOnce)
    .execute();
  return piece.map(({ id }) => id);
}

/** Where the item starts and where it ends. */
async function positionsOf(em: Em, contentId: number): Promise<number[]> {
  const links = await db(em)
    .selectFrom('content_map_links')
    .select(['starts_id as startsId', 'ends_id as endsId'])
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return [...new Set([links?.startsId ?? null, links?.endsId ?? null])].filter((id) => id !== null);
}

/** The job that writes a notification for one member, or for all followers of a creator. */
export const writeNotifications = (
  context: Pick<SystemContext, 'em' | 'now'>,
  queued: QueuedNotification,
): Promise<void> =>
  queued.kind === 'new-item' ? notifyFollowers(context, queued) : writeNotification(context, queued);
