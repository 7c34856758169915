import type { Em } from '../../../db/orm.server.ts';
import { run, sql } from '../../../db/raw.server.ts';
import type { Kind } from './event-kinds.ts';

interface NewNotification {
  kind: Kind;
  event: string;
  to: number;
  by: number | null;
  about: number;
  contentId: number | null;
  title: string | null;
  key: string;
  newest: number;
  at: string;
  isSilencedByBlock: boolean;
}

/** How many older events a row remembers; one before all of them counts as known. */
const mostOlder = 200;

/** Writes a notification or adds to the unread one with its key, unless the member does not want it or has it. Jobs run
 *  in any order and more than once, so a row remembers which events it counts (ADR-024). */
export function insertNotification(em: Em, written: NewNotification) {
  const { kind, event, to, by, about, contentId, title, key, newest, at } = written;
  const silenced = written.isSilencedByBlock
    ? sql`and (${by}::int is null or exists (select from users b where b.id = ${by} and b.status = 'active'))
        and not exists (select from blocks where member_id = u.id and blocked_id = ${by}::int)`
    : sql``;
  const isIn = sql`(n.newest = ${newest}::bigint or ${newest}::bigint = any(n.older)
    or ${newest}::bigint < coalesce(n.older[${mostOlder}::int], 0))`;
  return run(em)`
    insert into notifications as n
      (user_id, kind, event, by_id, about_id, content_id, title, key, newest, count, at, moved)
    select u.id, ${kind}, ${event}, ${by}::int, ${about}::bigint, ${contentId}::int, ${title}, ${key}, ${newest}::bigint,
      news.count, ${at}::timestamptz, nextval('notification_moves')
    from users u, ${countOf(written)} news
    where u.id = ${to} and u.status <> 'deleted' and u.id is distinct from ${by}::int
      and ${kind}::text <> all (u.unwanted_kinds) and news.count > 0 ${silenced}
      and (${contentId}::int is null or exists (select from content where id = ${contentId}))
      and not exists (select from notifications n where n.user_id = ${to} and n.key = ${key} and ${isIn})
    on conflict (user_id, key) where read_at is null do update set
      count = ${kind === 'message' ? sql`excluded.count` : sql`n.count + excluded.count`},
      older = array(select each from unnest(n.older || array[n.newest, excluded.newest]) each
        where each < greatest(n.newest, excluded.newest) order by each desc limit ${mostOlder}),
      (newest, by_id, title, at) = (select * from (values
        (n.newest, n.by_id, n.title, n.at), (excluded.newest, excluded.by_id, excluded.title, excluded.at)
      ) each (newest, by_id, title, at) order by newest desc limit 1),
      moved = excluded.moved
    where not ${isIn}`;
}

/** The count of a group: for messages the unread ones, zero once the conversation was opened. */
const countOf = ({ kind, to, about }: NewNotification) =>
  kind === 'message'
    ? sql`(select unread as count from conversation_sides where conversation_id = ${about} and user_id = ${to})`
    : sql`(select 1 as count)`;
