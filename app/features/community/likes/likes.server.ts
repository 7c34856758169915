import { inBatches } from '../../../db/batches/batches.server.ts';
import { db, sql } from '../../../db/kysely.server.ts';
import { NotFound, signInTo } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { oneUse, secondsToWait, tooOften, whoIs } from '../../core/rate-limits/rate-limit.server.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { likedCards } from './liked-cards.sql.server.ts';
import { type LikeChange, setLikeRows } from './set-like.sql.server.ts';

/** Many members like at the same moment, when an item is new. */
const changeLike = inBatches({
  send: (em, changes: LikeChange[]) => setLikeRows(em, changes),
  keyOf: ({ memberId }) => memberId,
});

/** Likes a published item or takes the like back; one statement, so the counter moves only with a row.
 *  @throws SignInRequired, NotFound for unpublished items, Refused (429) */
export async function setLike(scope: Scope, contentId: number, desired: boolean | 'toggle') {
  const { em, viewer } = scope;
  if (!viewer) throw signInTo('like content', scope.visitor);
  const use = oneUse(scope, 'like', whoIs(scope));
  const state = await changeLike(em, { memberId: viewer.id, contentId, desired, use });
  if (!state.isAllowed) throw tooOften(await secondsToWait(em, use));
  const { liked, likes } = state;
  if (likes === null) throw new NotFound();
  return { liked, likes };
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

export async function myLikes(scope: MemberScope, asked: PageRequest): Promise<PageOf<Card>> {
  const { cut, ...slice } = newestFirst(asked, { at: sql`l.created_at`, id: sql`c.id` });
  const fetched = await likedCards(scope.em, scope.viewer.id, slice);
  const page = cut(fetched, ({ likedAt, id }) => ({ value: likedAt, id }));
  return { ...page, items: await markCards(scope, page.items) };
}
