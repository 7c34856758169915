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
}

/** Notifies these followers of a new item, once. */
export function insertNewItemNotifications(em: Em, { id, creatorId, at, ids, vipsOnlyAt }: NewItem) {
  const key = `new-item:${id}`;
  return run(em)`
    insert into notifications (user_id, kind, event, by_id, about_id, content_id, key, newest, at, moved)
    select u.id, 'new-item', 'published', ${creatorId}::int, ${id}::int, ${id}::int, ${key}, ${id}::int,
      ${at}::timestamptz, nextval('notification_moves')
    from users u
    where u.id = any(${ids}::int[]) and u.status <> 'deleted' and 'new-item' <> all (u.unwanted_kinds)
      ${vipsOnlyAt ? sql`and ${planInForce(vipsOnlyAt)} = 'vip'` : sql``}
      and not exists (select from blocks where member_id = u.id and blocked_id = ${creatorId})
      and not exists (select from notifications where user_id = u.id and key = ${key})
    order by u.id
    on conflict do nothing`;
}
