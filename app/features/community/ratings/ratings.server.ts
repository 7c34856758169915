import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { canView, type Guarded } from '../../../domain/can-view.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { RatingInput } from './rating.schema.ts';

export interface RatingSummary {
  /** Mean of all ratings, two decimals; 0 when there is none. */
  averageRating: number;
  totalRatings: number;
}

/** The counters as PostgreSQL sends them: a numeric arrives as text. */
interface Counters {
  average: string;
  count: number;
}

interface Rated extends Counters {
  id: number;
  /** False when it changes an earlier rating. */
  isFirst: boolean;
}

interface Item extends Guarded {
  id: number;
  title: string;
}

/** Rates an item or changes the rating; a hidden one stays hidden. @throws NotFound, NotAllowed, Refused */
export async function rateContent(
  scope: MemberScope,
  contentId: number,
  { rating, review }: RatingInput,
): Promise<RatingSummary> {
  const { em, viewer, now } = scope;
  await enforceRateLimit(scope, 'rating');
  return em.transactional(async (em) => {
    await lockMembers(em, [viewer.id], 'key share');
    await lockStats(em, contentId);
    const item = await findItem(em, viewer, contentId);
    mustBeRateable(scope, item);
    const rated = await row<Rated>(em)`
        with before as (
          select stars, hidden_at is not null as is_hidden from ratings
          where user_id = ${viewer.id} and content_id = ${contentId}
        ), written as (
          insert into ratings (user_id, content_id, stars, review, created_at, updated_at)
          values (${viewer.id}, ${contentId}, ${rating}, ${review || null}, ${now()}, ${now()})
          on conflict (user_id, content_id) do update
          set stars = excluded.stars, review = excluded.review, updated_at = excluded.updated_at
          returning id
        )
        update content_stats
        set rating_sum = rating_sum + case when exists (select from before where is_hidden) then 0
            else ${rating}::int - coalesce((select stars from before), 0) end,
          rating_count = rating_count + case when exists (select from before) then 0 else 1 end
        where content_id = ${contentId}
        returning rating_average as average, rating_count as count, (select id from written) as id,
          not exists (select from before) as "isFirst"`;
    if (rated?.isFirst) {
      const about = { about: contentId, newest: rated.id, at: now() };
      await notify(em, { kind: 'rating', deed: 'rated', to: item.creatorId, by: viewer.id, ...about });
    }
    return summaryOf(rated);
  });
}

/** Removes the member's rating. @throws NotFound; NotAllowed if hidden: it could return as a new one */
export async function removeRating(scope: MemberScope, contentId: number): Promise<RatingSummary> {
  const { em, viewer } = scope;
  return em.transactional(async (em) => {
    await lockStats(em, contentId);
    const left = await row<Counters>(em)`
      with gone as (
        delete from ratings where user_id = ${viewer.id} and content_id = ${contentId} and hidden_at is null
        returning stars
      )
      update content_stats
      set rating_sum = rating_sum - gone.stars, rating_count = rating_count - 1
      from gone
      where content_id = ${contentId}
      returning rating_average as average, rating_count as count`;
    if (left) return summaryOf(left);
    if (await row(em)`select from ratings where user_id = ${viewer.id} and content_id = ${contentId}`) {
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
  return row<{ rating: number; review: string | null; hiddenReason: string | null }>(em)`
    select stars as rating, review, hidden_reason as "hiddenReason" from ratings
    where user_id = ${viewer.id} and content_id = ${contentId}`;
}

export async function ratingSummary(em: Em, contentId: number): Promise<RatingSummary> {
  return summaryOf(
    await row<Counters>(em)`
      select rating_average as average, rating_count as count from content_stats where content_id = ${contentId}`,
  );
}

export interface Review {
  id: number;
  rating: number;
  review: string | null;
  userId: number;
  username: string;
  reviewer: string;
  createdAt: string;
  updatedAt: string;
}

/** A page of an item's ratings, newest first, also of a locked item. @throws NotFound for what is hidden */
export async function listRatings(
  scope: Scope,
  contentId: number,
  asked: PageAsked,
): Promise<PageOf<Review>> {
  const { em, viewer } = scope;
  mustBeVisible(scope, await findItem(em, viewer, contentId));
  const by = { at: fragment`r.updated_at`, id: fragment`r.id` };
  const { beyond, way, limit, cut } = newestFirst(asked, by);
  const fetched = await rows<Review>(em)`
    select r.id, r.stars as rating, r.review, r.user_id as "userId", u.username::text as username,
      u.first_name || ' ' || u.last_name as reviewer, r.created_at as "createdAt", r.updated_at as "updatedAt"
    from ratings r join users u on u.id = r.user_id
    where r.content_id = ${contentId} and r.hidden_at is null and ${beyond}
    order by r.updated_at ${way}, r.id ${way} limit ${limit}`;
  return cut(fetched, ({ updatedAt, id }) => ({ value: updatedAt, id }));
}

/** One rating that the viewer can see on its item's page. @throws NotFound */
export async function findReview(scope: Scope, id: number) {
  const { em, viewer } = scope;
  const found = await row<{
    userId: number;
    contentId: number;
    title: string;
    reviewer: string;
    review: string | null;
    rating: number;
  }>(em)`
    select r.user_id as "userId", r.content_id as "contentId", c.title, r.review, r.stars as rating,
      u.first_name || ' ' || u.last_name as reviewer
    from ratings r join users u on u.id = r.user_id join content c on c.id = r.content_id
    where r.id = ${id} and r.hidden_at is null`;
  if (!found) throw new NotFound();
  mustBeVisible(scope, await findItem(em, viewer, found.contentId));
  return found;
}

/** Ratings of one item take turns, so that each reads the earlier rating correctly. */
export async function lockStats(em: Em, contentId: number) {
  // The item first, then its counters, in the order of a deletion.
  await row(em)`select from content where id = ${contentId} for key share`;
  const stats = await row(em)`select from content_stats where content_id = ${contentId} for no key update`;
  if (!stats) throw new NotFound();
}

async function findItem(em: Em, viewer: Scope['viewer'], contentId: number): Promise<Item> {
  const item = await row<Item>(em)`
    select c.id, c.title, c.creator_id as "creatorId", c.tier, c.early_until as "earlyUntil", c.status,
      exists (select from purchases p where p.content_id = c.id and p.user_id = ${viewer?.id ?? null}::int
        and p.status = 'paid') as bought
    from content c where c.id = ${contentId}`;
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

function summaryOf(counters: Counters | null): RatingSummary {
  if (!counters) throw new NotFound();
  return { averageRating: Number(counters.average), totalRatings: counters.count };
}
