import { fragment, row } from '../../../db/sql.server.ts';
import type { SystemContext } from '../../../scope.ts';
import type { Sql } from '../lists/walk.sql.server.ts';
import type { QueuedNotification } from './event-kinds.ts';

type WriteContext = Pick<SystemContext, 'em'>;
export type Single = Exclude<QueuedNotification, { kind: 'new-item' }>;

/** Writes one notification, once, unless the member left, switched the kind off or blocked the actor. */
export async function writeNotification({ em }: WriteContext, event: Single): Promise<void> {
  const { kind, deed, to, by = null, about, title = null } = event;
  const key = keyOf(event);
  const newest = event.newest ?? about;
  const contentId = kind === 'rating' ? about : null;
  const silenced = isSilencedByBlock(event)
    ? fragment`and (${by}::int is null or exists (select from users b where b.id = ${by} and b.status = 'active'))
        and not exists (select from blocks where member_id = u.id and blocked_id = ${by}::int)`
    : fragment``;
  await row(em)`
    insert into notifications as n
      (user_id, kind, deed, by_id, about_id, content_id, title, key, newest, count, at, moved)
    select u.id, ${kind}, ${deed}, ${by}::int, ${about}::int, ${contentId}::int, ${title}, ${key}, ${newest}::int,
      news.count, ${event.at}::timestamptz, nextval('notification_moves')
    from users u, ${countOf(event)} news
    where u.id = ${to} and u.status <> 'deleted' and u.id is distinct from ${by}::int
      and ${kind}::text <> all (u.unwanted_kinds) and news.count > 0 ${silenced}
      and (${contentId}::int is null or exists (select from content where id = ${contentId}))
      and not exists (select from notifications where user_id = ${to} and key = ${key} and newest >= ${newest})
    on conflict (user_id, key) where read_at is null do update set
      count = ${kind === 'message' ? fragment`excluded.count` : fragment`n.count + excluded.count`},
      newest = excluded.newest, by_id = excluded.by_id, title = excluded.title, at = excluded.at,
      moved = excluded.moved
    where n.newest < excluded.newest`;
}

/** Messages, ratings and answers are grouped by subject; each other event has its own row. */
const keyOf = ({ kind, deed, about, newest }: Single) =>
  newest === undefined ? `${kind}:${deed}:${about}` : `${kind}:${about}`;

/** A block hides these events, but never those about money. */
const isSilencedByBlock = ({ kind, deed }: Single) =>
  kind === 'message' || kind === 'rating' || (kind === 'request' && deed === 'asked');

/** The count of a group: for messages the unread ones, zero once the conversation was opened. */
const countOf = ({ kind, to, about }: Single): Sql =>
  kind === 'message'
    ? fragment`(select unread as count from conversation_sides where conversation_id = ${about} and user_id = ${to})`
    : fragment`(select 1 as count)`;
