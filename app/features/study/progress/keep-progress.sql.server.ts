import type { Em } from '../../../db/orm.server.ts';
import { run, sql } from '../../../db/raw.server.ts';

/** Where a member left an item. */
export interface Mark {
  memberId: number;
  contentId: number;
  seconds: number;
  /** Watched to its end. */
  isSeen: boolean;
  at: Date;
}

/** Whether no later place is there. Opening an item moves `last_at`, but is no place. */
const isNewer = sql`coalesce(watched.placed_at, case when watched.seconds is not null then watched.last_at end,
  '-infinity') <= excluded.placed_at`;

/** Writes where members left items, but not of those whose history is paused or whose account is gone, and no place
 *  older than the one that is there. An older mark still makes an item seen: its member may have begun it again while
 *  the mark waited. */
export const writeMarks = (em: Em, marks: Mark[]) =>
  // In the order of the keys, so that two processes cannot deadlock; locked, so that neither is deleted before
  // the mark is written.
  run(em)`
    insert into watched (user_id, content_id, watched_at, last_at, seconds, placed_at, seen_at)
    select users.id, content.id, mark.at, mark.at, mark.seconds, mark.at, case when mark.is_seen then mark.at end
    from unnest(${marks.map((mark) => mark.memberId)}::int[], ${marks.map((mark) => mark.contentId)}::int[],
      ${marks.map((mark) => mark.seconds)}::int[], ${marks.map((mark) => mark.isSeen)}::bool[],
      ${marks.map((mark) => mark.at)}::timestamptz[]) as mark (member_id, content_id, seconds, is_seen, at)
    join users on users.id = mark.member_id and not users.history_paused and users.status = 'active'
    join content on content.id = mark.content_id
    order by 1, 2
    for key share of users, content
    on conflict (user_id, content_id) do update
    set last_at = greatest(watched.last_at, excluded.last_at),
      seconds = case when ${isNewer} then excluded.seconds else watched.seconds end,
      placed_at = greatest(watched.placed_at, excluded.placed_at),
      seen_at = coalesce(watched.seen_at, excluded.seen_at)
    where ${isNewer} or (watched.seen_at is null and excluded.seen_at is not null)`;
