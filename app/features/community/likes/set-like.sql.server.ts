import type { Em } from '../../../db/orm.server.ts';
import { bool, int, row } from '../../../db/raw.server.ts';

interface LikeChange {
  memberId: number;
  contentId: number;
  desired: boolean | 'toggle';
  at: Date;
}

/** Sets or removes a like of a published item and moves the counter in one statement. Null for other items. */
export const setLikeRow = (em: Em, { memberId, contentId, desired, at }: LikeChange) =>
  // Locks the member, then the item, then its counters (`lockOrder`), as their deletion does.
  row(em, { liked: bool, likes: int })`
  with member as materialized (
    select id from users where id = ${memberId} for key share
  ), item as materialized (
    select content.id from content, member where content.id = ${contentId} and status = 'published'
    for key share of content
  ), removed as (
    delete from likes using item
    where likes.content_id = item.id and likes.user_id = ${memberId} and ${desired !== true}
    returning likes.content_id
  ), added as (
    insert into likes (user_id, content_id, created_at)
    select ${memberId}::int, id, ${at}::timestamptz from item
    where ${desired !== false} and not exists (select from removed)
    on conflict do nothing
    returning content_id
  ), moved as (
    update content_stats set likes = content_stats.likes + step.by
    from (select content_id, 1 as by from added union all select content_id, -1 from removed) step
    where content_stats.content_id = step.content_id
    returning content_stats.likes
  )
  select ${desired !== false} and not exists (select from removed) as liked,
    coalesce((select likes from moved), content_stats.likes) as likes
  from item join content_stats on content_stats.content_id = item.id`;
