import { countAll, db, sql } from '../../../../db/kysely.server.ts';
import { lockMembers } from '../../../../db/lock-order.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { retryOnConflict } from '../../../../db/retry-on-conflict.server.ts';
import { NotAllowed, Refused, signInTo } from '../../../../errors.ts';
import type { MemberScope, Scope } from '../../../../scope.ts';
import type { PageOf, PageRequest } from '../../../core/lists/keyset.ts';
import { newestFirst } from '../../../core/lists/newest-first.server.ts';
import { enforceRateLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import { findList, type ShownList, shownLists } from '../access.server.ts';
import { listLimits } from '../list-terms.ts';

/** Follows a public list of another member or stops following it; `desired` is the wanted state.
 *  @throws SignInRequired, NotFound, NotAllowed for an own list, Refused 409 beyond the limit or 429 */
export async function setListFollow(scope: Scope, id: number, desired: boolean | 'toggle') {
  const { em, viewer, now } = scope;
  if (!viewer) throw signInTo('follow lists', scope.visitor);
  await enforceRateLimit(scope, 'follow');
  // Between the look and the write the list may be deleted; the next try then does not find it.
  return retryOnConflict(() =>
    em.transactional(async (inside) => {
      // Parallel requests of a member are counted one by one.
      await lockMembers(inside, [viewer.id]);
      const known = await followsList({ em: inside, viewer }, id);
      const following = desired === 'toggle' ? !known : desired;
      if (following && !known) {
        const list = await findList({ ...scope, em: inside }, id);
        if (list.isOwn) throw new NotAllowed('This is your own list.');
        await checkLimit(inside, viewer.id);
        await db(inside)
          .insertInto('list_follows')
          .values({ member_id: viewer.id, list_id: id, created_at: now() })
          .execute();
      }
      if (!following) {
        // One that is no longer public can be given up, too.
        if (!known) await findList({ ...scope, em: inside }, id);
        await db(inside)
          .deleteFrom('list_follows')
          .where('member_id', '=', viewer.id)
          .where('list_id', '=', id)
          .execute();
      }
      return { following };
    }),
  );
}

async function checkLimit(em: Em, memberId: number) {
  const { count } = await db(em)
    .selectFrom('list_follows')
    .select(countAll().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (count < listLimits.followed) return;
  throw new Refused(`You follow ${listLimits.followed} lists, which is the most. Stop following one first.`, {
    status: 409,
    link: { href: '/lists?show=followed', label: 'See what you follow' },
  });
}

/** Whether the viewer follows a list. */
export async function followsList(
  { em, viewer }: Pick<Scope, 'em' | 'viewer'>,
  id: number,
): Promise<boolean> {
  if (!viewer) return false;
  const found = await db(em)
    .selectFrom('list_follows')
    .select('list_id')
    .where('member_id', '=', viewer.id)
    .where('list_id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** The lists that the viewer follows and may still read, the newest first. */
export async function followedLists(
  { em, viewer }: MemberScope,
  asked: PageRequest,
): Promise<PageOf<ShownList>> {
  const { cut, afterCursor, direction, limit } = newestFirst(asked, {
    at: sql`f.created_at`,
    id: sql`f.list_id`,
  });
  const fetched = await shownLists(em)
    .innerJoin('list_follows as f', 'f.list_id', 'l.id')
    .select('f.created_at as followedAt')
    .where('f.member_id', '=', viewer.id)
    .where('l.visibility', '=', 'public')
    .where('u.status', '=', 'active')
    .where(afterCursor)
    .orderBy('f.created_at', direction)
    .orderBy('f.list_id', direction)
    .limit(limit)
    .execute();
  const page = cut(fetched, ({ followedAt, id }) => ({ value: followedAt, id }));
  return { ...page, items: page.items.map(({ followedAt: _, ...list }) => ({ ...list, isOwn: false })) };
}
