import { fragment, row } from '../../db/sql.server.ts';
import type { HouseScope } from '../../scope.ts';
import type { Sql } from '../lists/walk.server.ts';
import type { Told } from './kinds.ts';
import { tellFollowers } from './new-item.server.ts';

type House = Pick<HouseScope, 'em' | 'now'>;
type Single = Exclude<Told, { kind: 'new-item' }>;

/**
 * The job: writes what one member, or all who follow a creator, are to hear. Doing it twice writes nothing twice. It
 * skips who has left, whoever does not want to hear of this kind, and the deeds of those they blocked.
 */
export async function writeNotifications({ em, now }: House, told: Told): Promise<void> {
  if (told.kind === 'new-item') return tellFollowers({ em, now }, told);
  const { kind, deed, to, by = null, about, title = null } = told;
  const key = keyOf(told);
  const newest = told.newest ?? about;
  const contentId = kind === 'rating' ? about : null;
  const silenced = isSilencedByBlock(told)
    ? fragment`and (${by}::int is null or exists (select from users b where b.id = ${by} and b.status = 'active'))
        and not exists (select from blocks where member_id = u.id and blocked_id = ${by}::int)`
    : fragment``;
  await row(em)`
    insert into notifications as n
      (user_id, kind, deed, by_id, about_id, content_id, title, key, newest, count, at, moved)
    select u.id, ${kind}, ${deed}, ${by}::int, ${about}::int, ${contentId}::int, ${title}, ${key}, ${newest}::int,
      news.count, ${told.at}::timestamptz, nextval('notification_moves')
    from users u, ${countOf(told)} news
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

/** Messages, ratings and answers are gathered by what they are about; everything else happens once. */
const keyOf = ({ kind, deed, about, newest }: Single) =>
  newest === undefined ? `${kind}:${deed}:${about}` : `${kind}:${about}`;

/** Money and what is settled about it are told whoever did it. */
const isSilencedByBlock = ({ kind, deed }: Single) =>
  kind === 'message' || kind === 'rating' || (kind === 'request' && deed === 'asked');

/** How many there are to tell: of messages what is unread, which is none once the conversation was opened. */
const countOf = ({ kind, to, about }: Single): Sql =>
  kind === 'message'
    ? fragment`(select unread as count from conversation_sides where conversation_id = ${about} and user_id = ${to})`
    : fragment`(select 1 as count)`;
