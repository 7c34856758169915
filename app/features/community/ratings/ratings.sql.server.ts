import type { Em } from '../../../db/orm.server.ts';
import { bool, decimal, int, row, run } from '../../../db/raw.server.ts';

const counters = { average: decimal, count: int };

interface OwnRating {
  memberId: number;
  contentId: number;
}

interface RatingChange extends OwnRating {
  stars: number;
  review: string | null;
  at: Date;
}

/** Writes a member's rating and moves the item's counters; a hidden rating does not count. */
export const writeRating = (em: Em, { memberId, contentId, stars, review, at }: RatingChange) =>
  row(em, { ...counters, id: int, isFirst: bool })`
  with before as (
    select stars, hidden_at is not null as is_hidden from ratings
    where user_id = ${memberId} and content_id = ${contentId}
  ), written as (
    insert into ratings (user_id, content_id, stars, review, created_at, updated_at)
    values (${memberId}, ${contentId}, ${stars}, ${review}, ${at}, ${at})
    on conflict (user_id, content_id) do update
    set stars = excluded.stars, review = excluded.review, updated_at = excluded.updated_at
    returning id
  )
  update content_stats
  set rating_sum = rating_sum + case when exists (select from before where is_hidden) then 0
      else ${stars}::int - coalesce((select stars from before), 0) end,
    rating_count = rating_count + case when exists (select from before) then 0 else 1 end
  where content_id = ${contentId}
  returning rating_average as average, rating_count as count, (select id from written) as id,
    not exists (select from before) as "isFirst"`;

/** Deletes a member's rating and moves the item's counters. Null when there is none or it is hidden. */
export const deleteRating = (em: Em, { memberId, contentId }: OwnRating) =>
  row(em, counters)`
  with gone as (
    delete from ratings where user_id = ${memberId} and content_id = ${contentId} and hidden_at is null
    returning stars
  )
  update content_stats
  set rating_sum = rating_sum - gone.stars, rating_count = rating_count - 1
  from gone
  where content_id = ${contentId}
  returning rating_average as average, rating_count as count`;

/** Hides a rating and takes its stars out of the item's counters, where those of a suspended member are no more.
 *  @returns 0 when it is gone or hidden */
export const hideRatingRow = (em: Em, { id, reason, at }: { id: number; reason: string; at: Date }) =>
  run(em)`
  with before as (select id, by_suspended from ratings where id = ${id}), hidden as (
    update ratings r set hidden_at = ${at}, hidden_reason = ${reason}, by_suspended = false from before
    where r.id = before.id and (r.hidden_at is null or before.by_suspended)
    returning r.content_id, case when before.by_suspended then 0 else stars end as stars,
      case when before.by_suspended then 0 else 1 end as one
  )
  update content_stats s set rating_sum = s.rating_sum - hidden.stars, rating_count = s.rating_count - hidden.one
  from hidden where s.content_id = hidden.content_id`;

/** Shows a hidden rating and counts its stars again. @returns 0 when it is gone or not hidden */
export const showRatingRow = (em: Em, id: number) =>
  run(em)`
  with shown as (
    update ratings set hidden_at = null, hidden_reason = null, by_suspended = false
    where id = ${id} and hidden_at is not null returning content_id, stars
  )
  update content_stats s set rating_sum = s.rating_sum + shown.stars, rating_count = s.rating_count + 1
  from shown where s.content_id = shown.content_id`;
