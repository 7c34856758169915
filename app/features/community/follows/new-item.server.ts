import { enqueue, enqueueAt } from '../../../db/queue.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import type { ContentStatus } from '../../../domain/content-terms.ts';
import { isEarly } from '../../../domain/early.ts';
import type { SystemContext } from '../../../scope.ts';
import type { QueuedNotification } from '../../core/notifications/event-kinds.ts';
import { opening } from '../../core/notifications/new-item-opening.server.ts';
import { writeNotification } from '../../core/notifications/write.server.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';

/** Followers notified per job, so that other jobs run in between. */
const followersAtOnce = 1_000;

interface Item {
  creatorId: number;
  status: ContentStatus;
  earlyUntil: string | null;
}

/** Notifies followers in batches: VIPs at once during early access, others when it opens (ADR-018). */
async function notifyFollowers(
  { em, now }: Pick<SystemContext, 'em' | 'now'>,
  told: Extract<QueuedNotification, { kind: 'new-item' }>,
): Promise<void> {
  const { about: id, after = 0 } = told;
  await em.transactional(async (em) => {
    const item = await row<Item>(em)`
      select creator_id as "creatorId", status, early_until as "earlyUntil" from content where id = ${id}
      for key share`;
    if (item?.status !== 'published') return;
    const { creatorId, earlyUntil } = item;
    const forVips = isEarly(item, now());
    if (forVips && earlyUntil && after === 0) {
      const at = new Date(earlyUntil);
      const later = { kind: 'new-item' as const, about: id, at: at.toISOString() };
      await enqueueAt(em, { task: 'write-notifications', at, name: opening(id) }, later);
    }
    const piece = await rows<{ id: number }>(em)`
      select follower_id as id from follows where creator_id = ${creatorId} and follower_id > ${after}
      order by follower_id limit ${followersAtOnce}`;
    // When the date is moved nearer, the job still carries the old one.
    const at = new Date(Math.min(new Date(told.at).getTime(), now().getTime()));
    const ids = piece.map((each) => each.id);
    const key = `new-item:${id}`;
    await row(em)`
      insert into notifications (user_id, kind, deed, by_id, about_id, content_id, key, newest, at, moved)
      select u.id, 'new-item', 'published', ${creatorId}::int, ${id}::int, ${id}::int, ${key}, ${id}::int,
        ${at}::timestamptz, nextval('notification_moves')
      from users u
      where u.id = any(${ids}::int[]) and u.status <> 'deleted' and 'new-item' <> all (u.unwanted_kinds)
        ${forVips ? fragment`and ${planInForce(now())} = 'vip'` : fragment``}
        and not exists (select from blocks where member_id = u.id and blocked_id = ${creatorId})
        and not exists (select from notifications where user_id = u.id and key = ${key})
      order by u.id
      on conflict do nothing`;
    const last = ids.at(-1);
    if (last !== undefined && ids.length === followersAtOnce) {
      await enqueue(em, 'write-notifications', { ...told, after: last });
    }
  });
}

/** The job that writes a notification for one member, or for all followers of a creator. */
export const writeNotifications = (
  context: Pick<SystemContext, 'em' | 'now'>,
  told: QueuedNotification,
): Promise<void> =>
  told.kind === 'new-item' ? notifyFollowers(context, told) : writeNotification(context, told);
