import type { Em } from '../../../db/orm.server.ts';
import { run, sql } from '../../../db/raw.server.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';

interface NewItem {
  id: number;
  creatorId: number;
  at: Date;
  /** The members to be notified, unless they turned it off, blocked the creator or know it already. */
  ids: number[];
  /** Notifies only those who are VIPs at this time; null notifies all. */
  vipsOnlyAt: Date | null;
  /** The positions by which these members are notified; null for followers of the creator. */
  positions: number[] | null;
}

/** Notifies these followers of a new item, once. Both kinds have the same key, so that a member who follows the
 *  creator and a position has one line. */
export function insertNewItemNotifications(
  em: Em,
  { id, creatorId, at, ids, vipsOnlyAt, positions }: NewItem,
) {
  const key = `new-item:${id}`;
  const [kind, event] = positions ? ['position', 'taught'] : ['new-item', 'published'];
  const title = sql`(select p.name from position_follows f join map_positions p on p.id = f.position_id
    where f.member_id = u.id and f.position_id = any(${positions ?? []}::int[])
    order by array_position(${positions ?? []}::int[], f.position_id) limit 1)`;
  return run(em)`
    insert into notifications (user_id, kind, event, by_id, about_id, content_id, title, key, newest, at, moved)
    select u.id, ${kind}, ${event}, ${creatorId}::int, ${id}::int, ${id}::int, ${positions ? title : sql`null`}, ${key},
      ${id}::int, ${at}::timestamptz, nextval('notification_moves')
    from users u
    where u.id = any(${ids}::int[]) and u.id <> ${creatorId} and u.status <> 'deleted'
      and ${kind}::text <> all (u.unwanted_kinds)
      ${vipsOnlyAt ? sql`and ${planInForce(vipsOnlyAt)} = 'vip'` : sql``}
      and not exists (select from blocks where member_id = u.id and blocked_id = ${creatorId})
      and not exists (select from notifications where user_id = u.id and key = ${key})
    order by u.id
    on conflict do nothing`;
}
