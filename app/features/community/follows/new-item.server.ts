import { db } from '../../../db/kysely.server.ts';
import { enqueue, enqueueAt } from '../../../db/queue.server.ts';
import { isEarly } from '../../../domain/early.ts';
import type { SystemContext } from '../../../scope.ts';
import type { QueuedNotification } from '../../core/notifications/event-kinds.ts';
import { opening } from '../../core/notifications/new-item-opening.server.ts';
import { writeNotification } from '../../core/notifications/write.server.ts';
import { insertNewItemNotifications } from './new-item.sql.server.ts';

/** Followers notified per job, so that other jobs run in between. */
const followersAtOnce = 1_000;

/** Notifies followers in batches: VIPs at once during early access, others when it opens (ADR-018). */
async function notifyFollowers(
  { em, now }: Pick<SystemContext, 'em' | 'now'>,
  queued: Extract<QueuedNotification, { kind: 'new-item' }>,
): Promise<void> {
  const { about: id, after = 0 } = queued;
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
    if (forVips && earlyUntil && after === 0) {
      const at = new Date(earlyUntil);
      const later = { kind: 'new-item' as const, about: id, at: at.toISOString() };
      await enqueueAt(em, { task: 'write-notifications', at, name: opening(id) }, later);
    }
    const piece = await db(em)
      .selectFrom('follows')
      .select('follower_id as id')
      .where('creator_id', '=', creatorId)
      .where('follower_id', '>', after)
      .orderBy('follower_id')
      .limit(followersAtOnce)
      .execute();
    // When the date is moved nearer, the job still carries the old one.
    const at = new Date(Math.min(new Date(queued.at).getTime(), now().getTime()));
    const ids = piece.map((each) => each.id);
    await insertNewItemNotifications(em, { id, creatorId, at, ids, vipsOnlyAt: forVips ? now() : null });
    const last = ids.at(-1);
    if (last !== undefined && ids.length === followersAtOnce) {
      await enqueue(em, 'write-notifications', { ...queued, after: last });
    }
  });
}

/** The job that writes a notification for one member, or for all followers of a creator. */
export const writeNotifications = (
  context: Pick<SystemContext, 'em' | 'now'>,
  queued: QueuedNotification,
): Promise<void> =>
  queued.kind === 'new-item' ? notifyFollowers(context, queued) : writeNotification(context, queued);
