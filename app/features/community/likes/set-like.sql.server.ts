import type { Em } from '../../../db/orm.server.ts';
import { bool, int, nullable, rows, sql } from '../../../db/raw.server.ts';
import { allowanceSteps, type Use } from '../../core/rate-limits/take-allowance.sql.server.ts';

export interface LikeChange {
  memberId: number;
  contentId: number;
  desired: boolean | 'toggle';
  use: Use;
}

/** Sets or removes likes of published items and moves the counters, each if the member's allowance is not used up, in
 *  one statement. There are no likes of other items.
 *  @param changes each by another member
 *  @returns the state after all of them, in their order */
export function setLikeRows(em: Em, changes: LikeChange[]) {
  // All are uses of one limit, so their steps are equally long.
  const [{ use }] = changes as [LikeChange];
  const desired = changes.map((each) => (each.desired === 'toggle' ? null : each.desired));
  // Locks the allowances, the members, then the items, then their counters (`lockOrder`), as their deletion does, and
  // each of these in one order, so that two such statements cannot deadlock.
  return rows(em, { isAllowed: bool, liked: bool, likes: nullable(int) })`
  with asked as materialized (
    select * from unnest(${changes.map((each) => each.use.key)}::text[],
      ${changes.map((each) => each.use.at)}::timestamptz[], ${changes.map((each) => each.memberId)}::int[],
      ${changes.map((each) => each.contentId)}::int[], ${desired}::bool[])
      with ordinality as asked (key, at, member_id, content_id, desired, n)
  ), allowed as (
    ${allowanceSteps(use, sql`select key, at from asked order by key`)} returning key
  ), member as materialized (
    select id from users where id = any(array(select member_id from asked join allowed on allowed.key = asked.key))
    order by id for key share
  ), item as materialized (
    select id from content where status = 'published'
      and id = any(array(select content_id from asked join member on member.id = asked.member_id))
    order by id for key share
  ), wanted as materialized (
    select asked.* from asked join member on member.id = asked.member_id join item on item.id = asked.content_id
  ), removed as (
    delete from likes using wanted
    where likes.content_id = wanted.content_id and likes.user_id = wanted.member_id and wanted.desired is not true
    returning likes.user_id, likes.content_id
  ), added as (
    insert into likes (user_id, content_id, created_at)
    select member_id, content_id, at from wanted
    where desired is not false and not exists (select from removed where removed.user_id = wanted.member_id)
    order by 1, 2
    on conflict do nothing
    returning content_id
  ), step as (
    select content_id, sum(by) as by
    from (select content_id, 1 as by from added union all select content_id, -1 from removed) each group by 1
  ), counter as materialized (
    select s.content_id, step.by from content_stats s join step on step.content_id = s.content_id
    where step.by <> 0 order by s.content_id for no key update of s
  ), moved as (
    update content_stats set likes = content_stats.likes + counter.by from counter
    where content_stats.content_id = counter.content_id
    returning content_stats.content_id, content_stats.likes
  )
  select exists (select from allowed where allowed.key = asked.key) as "isAllowed",
    asked.desired is not false and not exists (select from removed where removed.user_id = asked.member_id) as liked,
    coalesce((select likes from moved where moved.content_id = wanted.content_id),
      (select s.likes from content_stats s where s.content_id = wanted.content_id)) as likes
  from asked left join wanted on wanted.n = asked.n order by asked.n`;
}
