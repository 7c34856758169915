import { db } from '../../../db/kysely.server.ts';
import { fragment, rows } from '../../../db/sql.server.ts';
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
import { setLikeRow } from './set-like.sql.server.ts';

/**
 * Likes a published item or takes the like back; one statement, so the counter moves only with a row.
 * @throws SignInRequired, NotFound for unpublished items, Refused (429)
 */
export async function setLike(scope: Scope, contentId: number, desired: boolean | 'toggle') {
  const { em, viewer, now } = scope;
  if (!viewer) throw new SignInRequired('Please sign in to like content', 'Sign in required');
  await enforceRateLimit(scope, 'like');
  const state = await setLikeRow(em, { memberId: viewer.id, contentId, desired, at: now() });
  if (!state) throw new NotFound();
  return state;
}

export async function likedIds({ em, viewer }: MemberScope): Promise<number[]> {
  const found = await db(em)
    .selectFrom('likes as l')
    .innerJoin('content as c', 'c.id', 'l.content_id')
    .select('l.content_id')
    .where('l.user_id', '=', viewer.id)
    .where('c.status', '=', 'published')
    .orderBy('l.created_at', 'desc')
    .orderBy('l.content_id', 'desc')
    .execute();
  return found.map((each) => each.content_id);
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
