import { anyOf, countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { plansPath } from '../../../domain/checkout-paths.ts';
import { followLimits, mayFollow } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotAllowed, NotFound, Refused, signInTo } from '../../../errors.ts';
import type { MemberScope, Scope, Viewer } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import type { FollowAllowanceProps } from './follow-allowance.tsx';

export interface FollowState {
  following: boolean;
  followers: number;
  name: string;
}

/** Follows or stops following; `desired` is the wanted state.
 *  @throws SignInRequired, NotFound, NotAllowed for oneself, Refused (409) at the plan's limit or 429 */
export async function setFollow(
  scope: Scope,
  username: string,
  desired: boolean | 'toggle',
): Promise<FollowState> {
  const { em, viewer, now } = scope;
  if (!viewer) throw signInTo('follow creators', scope.visitor);
  await enforceRateLimit(scope, 'follow');
  const creator = await findMember(em, username);
  if (creator.id === viewer.id) throw new NotAllowed('You cannot follow yourself.');
  return em.transactional(async (inside) => {
    // Locks the member's row, so that parallel requests are counted one by one.
    const member = await db(inside)
      .selectFrom('users as u')
      .select(planInForce(now()).as('plan'))
      .where('u.id', '=', viewer.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const known = await db(inside)
      .selectFrom('follows')
      .select('creator_id')
      .where('follower_id', '=', viewer.id)
      .where('creator_id', '=', creator.id)
      .executeTakeFirst();
    const following = desired === 'toggle' ? !known : desired;
    if (following && !known) {
      await checkLimit(inside, viewer, member?.plan ?? 'free', username);
      await db(inside)
        .insertInto('follows')
        .values({ follower_id: viewer.id, creator_id: creator.id, created_at: now() })
        .execute();
    }
    if (!following && known) {
      await db(inside)
        .deleteFrom('follows')
        .where('follower_id', '=', viewer.id)
        .where('creator_id', '=', creator.id)
        .execute();
    }
    return { following, followers: await followersOf(inside, creator.id), name: creator.name };
  });
}

async function findMember(em: Em, username: string) {
  const found = /^\w{1,30}$/.test(username)
    ? await db(em)
        .selectFrom('users')
        .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
        .where('username', '=', username)
        .where('status', '=', 'active')
        .executeTakeFirst()
    : null;
  if (!found) throw new NotFound();
  return found;
}

async function checkLimit(em: Em, viewer: Viewer, plan: Tier, wanted: string) {
  const count = await countFollowed(em, viewer.id);
  if (mayFollow(plan, count)) return;
  throw new Refused(
    `The Explorer plan follows up to ${followLimits.free} creators, and you follow ${count}. Stop following someone, or choose a larger plan.`,
    { status: 409, link: { href: plansPath(`/creators/${wanted}`), label: 'See the plans' } },
  );
}

async function countFollowed(em: Em, memberId: number): Promise<number> {
  const { count } = await db(em)
    .selectFrom('follows as f')
    .innerJoin('users as u', 'u.id', 'f.creator_id')
    .select(countAll().as('count'))
    .where('f.follower_id', '=', memberId)
    .where('u.status', '=', 'active')
    .executeTakeFirstOrThrow();
  return count;
}

/** The viewer's limit and how many they follow; null for visitors and for plans without a limit. */
export async function followAllowance({
  em,
  viewer,
}: Scope): Promise<Omit<FollowAllowanceProps, 'from'> | null> {
  if (!viewer || !Number.isFinite(followLimits[viewer.plan])) return null;
  return { limit: followLimits[viewer.plan], used: await countFollowed(em, viewer.id) };
}

export async function followersOf(em: Em, creatorId: number): Promise<number> {
  const counted = await db(em)
    .selectFrom('follower_counts')
    .select('followers')
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return counted?.followers ?? 0;
}

/** Which of these creators the viewer follows, in one statement for a whole list. */
export async function followedAmong({ em, viewer }: Scope, creatorIds: number[]): Promise<Set<number>> {
  if (!viewer || creatorIds.length === 0) return new Set();
  const found = await db(em)
    .selectFrom('follows')
    .select('creator_id')
    .where('follower_id', '=', viewer.id)
    .where('creator_id', '=', anyOf('int4', creatorIds))
    .execute();
  return new Set(found.map((each) => each.creator_id));
}

export type Followed = Awaited<ReturnType<typeof listFollowed>>[number];

/** Far above real use; it only bounds the page. */
const mostListed = 500;

export const listFollowed = ({ em, viewer }: MemberScope) =>
  db(em)
    .selectFrom('follows as f')
    .innerJoin('users as u', 'u.id', 'f.creator_id')
    .select([
      'u.id',
      'u.username',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.profile_image_key as imageKey',
      'u.published_items as items',
    ])
    .where('f.follower_id', '=', viewer.id)
    .where('u.status', '=', 'active')
    .orderBy('f.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(mostListed)
    .execute();
