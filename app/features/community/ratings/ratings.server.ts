import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { canView } from '../../../domain/can-view.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import type { PageRequest } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { mustStayActive } from '../../identity/accounts/stay-active.server.ts';
import { isBoughtBy } from '../../library/items/buyers.server.ts';
import type { RatingInput } from './rating.schema.ts';
import { deleteRating, writeRating } from './ratings.sql.server.ts';

export interface RatingSummary {
  /** Mean of all ratings, two decimals; 0 when there is none. */
  averageRating: number;
  totalRatings: number;
}

type Item = Awaited<ReturnType<typeof findItem>>;

/** Rates an item or changes the rating; a hidden one stays hidden. @throws NotFound, NotAllowed, Refused */
export async function rateContent(
  scope: MemberScope,
  contentId: number,
  { rating, review }: RatingInput,
): Promise<RatingSummary> {
  const { em, viewer, now } = scope;
  await enforceRateLimit(scope, 'rating');
  return em.transactional(async (em) => {
    await mustStayActive(em, viewer.id);
    await lockStats(em, contentId);
    const item = await findItem(em, viewer, contentId);
    mustBeRateable(scope, item);
    const words = { stars: rating, review: review || null, at: now() };
    const rated = await writeRating(em, { memberId: viewer.id, contentId, ...words });
    if (rated?.isFirst) {
      const about = { about: contentId, newest: rated.id, at: now() };
      await notify(em, { kind: 'rating', event: 'rated', to: item.creatorId, by: viewer.id, ...about });
    }
    return summaryOf(rated);
  });
}

/** Removes the member's rating. @throws NotFound; NotAllowed if hidden: it could return as a new one */
export async function removeRating(scope: MemberScope, contentId: number): Promise<RatingSummary> {
  const { em, viewer } = scope;
  return em.transactional(async (em) => {
    await lockStats(em, contentId);
    const left = await deleteRating(em, { memberId: viewer.id, contentId });
    if (left) return summaryOf(left);
    if (await ownRating({ ...scope, em }, contentId)) {
      throw new NotAllowed('This rating is hidden, so it cannot be taken back. You can still change it.');
    }
    mustBeVisible(scope, await findItem(em, viewer, contentId));
    return ratingSummary(em, contentId);
  });
}

/** @throws NotFound, NotAllowed as `rateContent` does */
export async function rateableItem(scope: MemberScope, contentId: number) {
  const item = await findItem(scope.em, scope.viewer, contentId);
  mustBeRateable(scope, item);
  return { id: item.id, title: item.title };
}

export async function ownRating({ em, viewer }: Scope, contentId: number) {
  if (!viewer) return null;
  const found = await db(em)
    .selectFrom('ratings')
    .select(['stars as rating', 'review', 'hidden_reason as hiddenReason'])
    .where('user_id', '=', viewer.id)
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return found ?? null;
}

export async function ratingSummary(em: Em, contentId: number): Promise<RatingSummary> {
  const counters = await db(em)
    .selectFrom('content_stats')
    .select(['rating_average as average', 'rating_count as count'])
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return summaryOf(counters ?? null);
}

/** A page of an item's ratings, newest first, also of a locked item. @throws NotFound for what is hidden */
export async function listRatings(scope: Scope, contentId: number, asked: PageRequest) {
  const { em, viewer } = scope;
  mustBeVisible(scope, await findItem(em, viewer, contentId));
  const by = { at: sql`r.updated_at`, id: sql`r.id` };
  const { afterCursor, direction, limit, cut } = newestFirst(asked, by);
  const fetched = await shownRatings(em, contentId, direction)
    .select(['u.username', 'r.created_at as createdAt'])
    .where(afterCursor)
    .limit(limit)
    .execute();
  return cut(fetched, ({ updatedAt, id }) => ({ value: updatedAt, id }));
}

/** The ratings of an item that are not hidden, `r`, with their members, `u`, ordered by time. */
export const shownRatings = (em: Em, contentId: number, direction: 'asc' | 'desc') =>
  db(em)
    .selectFrom('ratings as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.stars as rating',
      'r.review',
      'r.user_id as userId',
      fullName.as('reviewer'),
      'r.updated_at as updatedAt',
    ])
    .where('r.content_id', '=', contentId)
    .where('r.hidden_at', 'is', null)
    .orderBy('r.updated_at', direction)
    .orderBy('r.id', direction);

/** One rating that the viewer can see on its item's page. @throws NotFound */
export async function findReview(scope: Scope, id: number) {
  const { em, viewer } = scope;
  const found = await db(em)
    .selectFrom('ratings as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('content as c', 'c.id', 'r.content_id')
    .select([
      'r.user_id as userId',
      'r.content_id as contentId',
      'c.title',
      'r.review',
      'r.stars as rating',
      fullName.as('reviewer'),
    ])
    .where('r.id', '=', id)
    .where('r.hidden_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  mustBeVisible(scope, await findItem(em, viewer, found.contentId));
  return found;
}

/** Ratings of one item take turns, so that each reads the earlier rating correctly. */
export async function lockStats(em: Em, contentId: number) {
  // The item first, then its counters, in the order of a deletion.
  await db(em).selectFrom('content').select('id').where('id', '=', contentId).forKeyShare().execute();
  const stats = await db(em)
    .selectFrom('content_stats')
    .select('content_id')
    .where('content_id', '=', contentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!stats) throw new NotFound();
}

async function findItem(em: Em, viewer: Scope['viewer'], contentId: number) {
  const item = await db(em)
    .selectFrom('content as c')
    .select([
      'c.id',
      'c.title',
      'c.creator_id as creatorId',
      'c.tier',
      'c.early_until as earlyUntil',
      'c.status',
      isBoughtBy(viewer?.id ?? null).as('bought'),
    ])
    .where('c.id', '=', contentId)
    .executeTakeFirst();
  if (!item) throw new NotFound();
  return item;
}

function mustBeRateable(scope: MemberScope, item: Item) {
  const { viewer, now } = scope;
  if (item.creatorId === viewer.id) throw new NotAllowed('You cannot rate your own content.');
  mustBeVisible(scope, item);
  if (item.status === 'draft') throw new NotFound();
  if (!canView(viewer, item, now()))
    throw new NotAllowed('You can rate this once your plan or a purchase opens it.');
}

/** A published item shows its ratings even when it is locked; others only to viewers of the item. */
function mustBeVisible({ viewer, now }: Pick<Scope, 'viewer' | 'now'>, item: Item) {
  if (item.status !== 'published' && !canView(viewer, item, now())) throw new NotFound();
}

/** PostgreSQL sends the average as text. */
function summaryOf(counters: { average: string; count: number } | null): RatingSummary {
  if (!counters) throw new NotFound();
  return { averageRating: Number(counters.average), totalRatings: counters.count };
}
