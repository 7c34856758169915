import type { Em } from '../../../db/orm.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import { followLimits, mayFollow } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotAllowed, NotFound, Refused, SignInRequired } from '../../../errors.ts';
import type { MemberScope, Scope, Viewer } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { planInForce } from '../../identity/accounts/plan-in-force.server.ts';
import type { FollowAllowanceProps } from './follow-allowance.tsx';

export interface FollowState {
  following: boolean;
  followers: number;
  name: string;
}

/**
 * Follows or stops following; `desired` is the wanted state.
 * @throws SignInRequired, NotFound, NotAllowed for oneself, Refused (409) at the plan's limit or 429
 */
export async function setFollow(
  scope: Scope,
  username: string,
  desired: boolean | 'toggle',
): Promise<FollowState> {
  const { em, viewer, now } = scope;
  if (!viewer) throw new SignInRequired('Please sign in to follow creators', 'Sign in required');
  await enforceRateLimit(scope, 'follow');
  const creator = await findMember(em, username);
  if (creator.id === viewer.id) throw new NotAllowed('You cannot follow yourself.');
  return em.transactional(async (inside) => {
    // Locks the member's row, so that parallel requests are counted one by one.
    const member = await row<{ plan: Tier }>(inside)`
      select ${planInForce(now())} as plan from users u where id = ${viewer.id} for no key update`;
    const known = await row(inside)`
      select 1 from follows where follower_id = ${viewer.id} and creator_id = ${creator.id}`;
    const following = desired === 'toggle' ? !known : desired;
    if (following && !known) {
      await checkLimit(inside, viewer, member?.plan ?? 'free');
      await row(inside)`insert into follows (follower_id, creator_id, created_at)
        values (${viewer.id}, ${creator.id}, ${now()})`;
    }
    if (!following && known) {
      await row(inside)`
        delete from follows where follower_id = ${viewer.id} and creator_id = ${creator.id}`;
    }
    return { following, followers: await followersOf(inside, creator.id), name: creator.name };
  });
}

async function findMember(em: Em, username: string) {
  const found = /^\w{1,30}$/.test(username)
    ? await row<{ id: number; name: string }>(em)`
        select id, first_name || ' ' || last_name as name from users
        where username = ${username} and status = 'active'`
    : null;
  if (!found) throw new NotFound();
  return found;
}

async function checkLimit(em: Em, viewer: Viewer, plan: Tier) {
  const count = await countFollowed(em, viewer.id);
  if (mayFollow(plan, count)) return;
  throw new Refused(
    `The Explorer plan follows up to ${followLimits.free} creators, and you follow ${count}. Stop following somebody, or choose a larger plan.`,
    { status: 409, link: { href: '/subscriptions', label: 'See the plans' } },
  );
}

async function countFollowed(em: Em, memberId: number): Promise<number> {
  const counted = await row<{ count: number }>(em)`
    select count(*)::int as count from follows f join users u on u.id = f.creator_id
    where f.follower_id = ${memberId} and u.status = 'active'`;
  return counted?.count ?? 0;
}

/** The viewer's limit and how many they follow; null for visitors and for plans without a limit. */
export async function followAllowance({ em, viewer }: Scope): Promise<FollowAllowanceProps | null> {
  if (!viewer || !Number.isFinite(followLimits[viewer.plan])) return null;
  return { limit: followLimits[viewer.plan], used: await countFollowed(em, viewer.id) };
}

export async function followersOf(em: Em, creatorId: number): Promise<number> {
  const counted = await row<{ followers: number }>(em)`
    select followers from follower_counts where creator_id = ${creatorId}`;
  return counted?.followers ?? 0;
}

/** Which of these creators the viewer follows, in one statement for a whole list. */
export async function followedAmong({ em, viewer }: Scope, creatorIds: number[]): Promise<Set<number>> {
  if (!viewer || creatorIds.length === 0) return new Set();
  const found = await rows<{ id: number }>(em)`
    select creator_id as id from follows
    where follower_id = ${viewer.id} and creator_id = any(${creatorIds}::int[])`;
  return new Set(found.map(({ id }) => id));
}

export interface Followed {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  imageKey: string | null;
  items: number;
}

/** Far above real use; it only bounds the page. */
const mostListed = 500;

export const listFollowed = ({ em, viewer }: MemberScope) =>
  rows<Followed>(em)`
    select u.id, u.username::text, u.first_name as "firstName", u.last_name as "lastName",
      u.profile_image_key as "imageKey", u.published_items as items
    from follows f join users u on u.id = f.creator_id
    where f.follower_id = ${viewer.id} and u.status = 'active'
    order by f.created_at desc, u.id desc limit ${mostListed}`;
