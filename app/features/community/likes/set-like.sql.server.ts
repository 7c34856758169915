import type { Em } from '../../../db/orm.server.ts';
import { bool, int, nullable, row } from '../../../db/raw.server.ts';
import { allowanceStep, type Use } from '../../core/rate-limits/take-allowance.sql.server.ts';

interface LikeChange {
  memberId: number;
  contentId: number;
  desired: boolean | 'toggle';
  use: Use;
}

/** Sets or removes a like of a published item and moves the counter, if the allowance is not used up, in one statement.
 *  There are no likes of other items. */
export const setLikeRow = (em: Em, { memberId, contentId, desired, use }: LikeChange) =>
  // Locks the allowance, the member, then the item, then its counters (`lockOrder`), as their deletion does.
  row(em, { isAllowed: bool, liked: bool, likes: nullable(int) })`
  with allowed as (
    ${allowanceStep(use)} returning key
  ), member as materialized (
    select id from users where id = ${memberId} and exists (select from allowed) for key share
  ), item as materialized (
    select content.id from content, member where content.id = ${contentId} and status = 'published'
    for key share of content
  ), removed as (
    delete from likes using item
    where likes.content_id = item.id and likes.user_id = ${memberId} and ${desired !== true}
    returning likes.content_id
  ), added as (
    insert into likes (user_id, content_id, created_at)
    select ${memberId}::int, id, ${use.at}::timestamptz from item
    where ${desired !== false} and not exists (select from removed)
    on conflict do nothing
    returning content_id
  ), moved as (
    update content_stats set likes = content_stats.likes + step.by
    from (select content_id, 1 as by from added union all select content_id, -1 from removed) step
    where content_stats.content_id = step.content_id
    returning content_stats.likes
  )
  select exists (select from allowed) as "isAllowed",
    ${desired !== false} and not exists (select from removed) as liked,
    coalesce((select likes from moved), (
      select content_stats.likes from item join content_stats on content_stats.content_id = item.id
    )) as likes`;
