import { fragment, row, rows } from '../../../db/sql.server.ts';
import { NotFound, SignInRequired } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import {
  type Card,
  type CardRow,
  cardColumns,
  cardTables,
  markCards,
} from '../../library/catalog/cards.server.ts';

/**
 * Likes a published item or takes the like back; one statement, so the counter moves only with a row.
 * @throws SignInRequired, NotFound for unpublished items, Refused (429)
 */
export async function setLike(scope: Scope, contentId: number, desired: boolean | 'toggle') {
  const { em, viewer, now } = scope;
  if (!viewer) throw new SignInRequired('Please sign in to like content', 'Sign in required');
  await enforceRateLimit(scope, 'like');
  // Locks the member, then the item, then its counters (`lockOrder`), as their deletion does.
  const state = await row<{ liked: boolean; likes: number }>(em)`
    with member as materialized (
      select id from users where id = ${viewer.id} for key share
    ), item as materialized (
      select content.id from content, member where content.id = ${contentId} and status = 'published'
      for key share of content
    ), removed as (
      delete from likes using item
      where likes.content_id = item.id and likes.user_id = ${viewer.id} and ${desired !== true}
      returning likes.content_id
    ), added as (
      insert into likes (user_id, content_id, created_at)
      select ${viewer.id}::int, id, ${now()}::timestamptz from item
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
  if (!state) throw new NotFound();
  return state;
}

export async function likedIds({ em, viewer }: MemberScope): Promise<number[]> {
  const found = await rows<{ id: number }>(em)`
    select l.content_id as id from likes l join content c on c.id = l.content_id
    where l.user_id = ${viewer.id} and c.status = 'published'
    order by l.created_at desc, l.content_id desc`;
  return found.map(({ id }) => id);
}

export async function myLikes(scope: MemberScope, asked: PageAsked): Promise<PageOf<Card>> {
  const by = { at: fragment`l.created_at`, id: fragment`c.id` };
  const { beyond, way, limit, cut } = newestFirst(asked, by);
  const fetched = await rows<CardRow & { likedAt: string }>(scope.em)`
    select ${cardColumns}, l.created_at::text as "likedAt"
    from likes l join (${cardTables}) on c.id = l.content_id
    where l.user_id = ${scope.viewer.id} and c.status = 'published' and ${beyond}
    order by l.created_at ${way}, c.id ${way} limit ${limit}`;
  const page = cut(fetched, ({ likedAt, id }) => ({ value: likedAt, id }));
  return { ...page, items: await markCards(scope, page.items) };
}
