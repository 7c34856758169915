import { anyOf, countAll, db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound, Refused, signInTo } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';

/** Far above real use; it bounds the list and what one member can be notified of. */
export const mostFollowed = 200;

export interface PositionFollowState {
  following: boolean;
  followers: number;
  /** The position that is followed: the one that a merged one became. */
  id: number;
  name: string;
}

/** Follows a position or stops following it; `desired` is the wanted state.
 *  @throws SignInRequired, NotFound for one that is not on the map, Refused 409 beyond the limit or 429 */
export async function setPositionFollow(
  scope: Scope,
  positionId: number,
  desired: boolean | 'toggle',
): Promise<PositionFollowState> {
  const { em, viewer, now } = scope;
  if (!viewer) throw signInTo('follow positions', scope.visitor);
  await enforceRateLimit(scope, 'follow');
  const position = await findFollowable(em, positionId);
  return em.transactional(async (inside) => {
    // Parallel requests of a member are counted one by one.
    await lockMembers(inside, [viewer.id]);
    const known = (await followedPositionsAmong({ em: inside, viewer }, [position.id])).has(position.id);
    const following = desired === 'toggle' ? !known : desired;
    if (following && !known) {
      await checkLimit(inside, viewer.id);
      await db(inside)
        .insertInto('position_follows')
        .values({ member_id: viewer.id, position_id: position.id, created_at: now() })
        .execute();
    }
    if (!following && known) {
      await db(inside)
        .deleteFrom('position_follows')
        .where('member_id', '=', viewer.id)
        .where('position_id', '=', position.id)
        .execute();
    }
    return { ...position, following, followers: await positionFollowers(inside, position.id) };
  });
}

/** An accepted position, also by the id of one that was merged into it. */
async function findFollowable(em: Em, id: number) {
  const found = await db(em)
    .selectFrom('map_positions as p')
    .leftJoin('map_positions as target', 'target.id', 'p.merged_into')
    .select((eb) => [
      eb.fn.coalesce('target.id', 'p.id').as('id'),
      eb.fn.coalesce('target.name', 'p.name').as('name'),
      eb.fn.coalesce('target.state', 'p.state').as('state'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (found?.state !== 'accepted') throw new NotFound();
  return { id: found.id, name: found.name };
}

async function checkLimit(em: Em, memberId: number) {
  const { count } = await db(em)
    .selectFrom('position_follows')
    .select(countAll().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (count < mostFollowed) return;
  throw new Refused(`You follow ${mostFollowed} positions, which is the most. Stop following one first.`, {
    status: 409,
    link: { href: '/profile/following', label: 'See what you follow' },
  });
}

/** How many members follow a position. */
export async function positionFollowers(em: Em, positionId: number): Promise<number> {
  const counted = await db(em)
    .selectFrom('position_follow_counts')
    .select('followers')
    .where('position_id', '=', positionId)
    .executeTakeFirst();
  return counted?.followers ?? 0;
}

/** Which of these positions the viewer follows, in one statement. */
export async function followedPositionsAmong(
  { em, viewer }: Pick<Scope, 'em' | 'viewer'>,
  positionIds: number[],
): Promise<Set<number>> {
  if (!viewer || positionIds.length === 0) return new Set();
  const found = await db(em)
    .selectFrom('position_follows')
    .select('position_id')
    .where('member_id', '=', viewer.id)
    .where('position_id', '=', anyOf('int4', positionIds))
    .execute();
  return new Set(found.map((each) => each.position_id));
}

/** The positions that the viewer follows, the newest first. */
export const listFollowedPositions = ({ em, viewer }: MemberScope) =>
  db(em)
    .selectFrom('position_follows as f')
    .innerJoin('map_positions as p', 'p.id', 'f.position_id')
    .select(['p.id', 'p.slug', 'p.name', 'p.family'])
    .where('f.member_id', '=', viewer.id)
    .where('p.state', '=', 'accepted')
    .orderBy('f.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(mostFollowed)
    .execute();
