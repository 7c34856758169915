import type { Em } from '../../../db/orm.server.ts';
import { run } from '../../../db/raw.server.ts';

export interface Look {
  contentId: number;
  viewer: string;
  day: string;
  /** A member who may open the item, whose card then says so, and when. */
  watchedBy?: number | null;
  at: Date;
}

/** Counts views; a person counts once an item and day, across all processes. Remembers what members watched. */
export const addViews = (em: Em, looks: Look[]) =>
  // Locked in the order of their ids, so that two processes cannot deadlock, and before the first row that refers to
  // them, so that none is deleted by then.
  run(em)`
    with seen as materialized (
      select look.* from unnest(${looks.map((look) => look.contentId)}::int[],
        ${looks.map((look) => look.viewer)}::text[], ${looks.map((look) => look.day)}::date[],
        ${looks.map((look) => look.watchedBy ?? null)}::int[], ${looks.map((look) => look.at)}::timestamptz[]
      ) as look (content_id, viewer, day, member_id, at)
      join content on content.id = look.content_id
      order by content.id for key share of content
    ), kept as (
      insert into watched (user_id, content_id, watched_at, last_at)
      select seen.member_id, seen.content_id, max(seen.at), max(seen.at)
      from seen join users on users.id = seen.member_id and not users.history_paused and users.status = 'active'
      group by 1, 2 order by 1, 2
      on conflict (user_id, content_id) do update set last_at = excluded.last_at
      where watched.last_at is null or watched.last_at <= excluded.last_at - interval '1 minute'
    ), fresh as (
      insert into content_views (content_id, viewer, day)
      select content_id, viewer, day from seen
      order by 1, 2, 3
      on conflict do nothing
      returning content_id
    ), counted as (
      select content_id, count(*)::int as n from fresh group by content_id
    ), locked as materialized (
      select s.content_id, counted.n from content_stats s join counted on counted.content_id = s.content_id
      order by s.content_id for no key update of s
    )
    update content_stats set views = views + locked.n from locked
    where content_stats.content_id = locked.content_id`;

/** Counts a download, once a person and day, but not one by the item's creator. */
export const addDownload = (
  em: Em,
  { contentId, memberId, viewer, day }: Pick<Look, 'contentId' | 'viewer' | 'day'> & { memberId: number },
) =>
  run(em)`
    with fresh as (
      insert into content_downloads (content_id, viewer, day)
      select id, ${viewer}, ${day}::date from content
      where id = ${contentId} and creator_id <> ${memberId} for key share
      on conflict do nothing returning content_id
    )
    update content_stats s set downloads = downloads + 1 from fresh where s.content_id = fresh.content_id`;
