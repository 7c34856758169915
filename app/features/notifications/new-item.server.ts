import type { Em } from '../../db/orm.server.ts';
import { enqueue, enqueueAt, moveJob } from '../../db/queue.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import type { HouseScope } from '../../scope.ts';
import { isEarly } from '../content/early.ts';
import type { ContentStatus } from '../content/words.ts';
import { planInForce } from '../plans/plan-in-force.server.ts';
import type { Told } from './kinds.ts';

/** So many followers are told at a time; others' work goes on between. */
const followersAtOnce = 1_000;

interface Item {
  creatorId: number;
  status: ContentStatus;
  earlyUntil: string | null;
}

/** The name under which telling everybody waits for the end of an item's early access. */
const opening = (id: number) => `new-item:${id}`;

/**
 * Tells a creator's followers of an item, a piece of them at a time: VIPs at once while they have it to themselves,
 * the others when it opens to its own tier (decision 018). An item that is not published any more is told to nobody.
 */
export async function tellFollowers(
  { em, now }: Pick<HouseScope, 'em' | 'now'>,
  told: Extract<Told, { kind: 'new-item' }>,
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
    // A date that was moved nearer is still in the order as it was.
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

/** The end of an item's early access was moved, so is the moment at which everybody is told; null for now. */
export const moveOpening = (em: Em, id: number, { to, now }: { to: Date | null; now: Date }) =>
  moveJob(em, { name: opening(id), at: to ?? now });
