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

/** Writes a notification or moves the unread one with its key, unless the member does not want it or has it. */
export function insertNotification(em: Em, written: NewNotification) {
  const { kind, event, to, by, about, contentId, title, key, newest, at } = written;
  const silenced = written.isSilencedByBlock
    ? sql`and (${by}::int is null or exists (select from users b where b.id = ${by} and b.status = 'active'))
        and not exists (select from blocks where member_id = u.id and blocked_id = ${by}::int)`
    : sql``;
  return run(em)`
    insert into notifications as n
      (user_id, kind, event, by_id, about_id, content_id, title, key, newest, count, at, moved)
    select u.id, ${kind}, ${event}, ${by}::int, ${about}::bigint, ${contentId}::int, ${title}, ${key}, ${newest}::bigint,
      news.count, ${at}::timestamptz, nextval('notification_moves')
    from users u, ${countOf(written)} news
    where u.id = ${to} and u.status <> 'deleted' and u.id is distinct from ${by}::int
      and ${kind}::text <> all (u.unwanted_kinds) and news.count > 0 ${silenced}
      and (${contentId}::int is null or exists (select from content where id = ${contentId}))
      and not exists (select from notifications where user_id = ${to} and key = ${key} and newest >= ${newest})
    on conflict (user_id, key) where read_at is null do update set
      count = ${kind === 'message' ? sql`excluded.count` : sql`n.count + excluded.count`},
      newest = excluded.newest, by_id = excluded.by_id, title = excluded.title, at = excluded.at,
      moved = excluded.moved
    where n.newest < excluded.newest`;
}

/** The count of a group: for messages the unread ones, zero once the conversation was opened. */
const countOf = ({ kind, to, about }: NewNotification) =>
  kind === 'message'
    ? sql`(select unread as count from conversation_sides where conversation_id = ${about} and user_id = ${to})`
    : sql`(select 1 as count)`;
