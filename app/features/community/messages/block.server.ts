import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, readCursor } from '../../core/lists/keyset.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';

/** Blocks a member, or unblocks them: neither writes to the other or sees the other's comments. Any member can be
 *  blocked, because comments come from members who are no creators and whom the viewer has never written to.
 *  @throws NotFound, NotAllowed for oneself */
export async function setBlock(
  scope: MemberScope,
  username: string,
  wanted: boolean,
): Promise<{ name: string; blocked: boolean }> {
  const { em, viewer, now } = scope;
  const { id, name } = await findMember(scope, username);
  if (id === viewer.id) throw new NotAllowed('You cannot block yourself.');
  if (wanted) {
    await db(em)
      .insertInto('blocks')
      .values({ member_id: viewer.id, blocked_id: id, at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await unpin(em, viewer.id, id);
    await unpin(em, id, viewer.id);
  } else {
    await db(em)
      .deleteFrom('blocks')
      .where('member_id', '=', viewer.id)
      .where('blocked_id', '=', id)
      .execute();
  }
  return { name, blocked: wanted };
}

/** Unpins the comments of one member on the techniques of another, who does not see them any more and could not do it
 *  by hand. */
const unpin = (em: Em, creatorId: number, authorId: number) =>
  db(em)
    .updateTable('comments')
    .set({ is_pinned: false })
    .where('member_id', '=', authorId)
    .where(sql<boolean>`is_pinned`)
    .where('content_id', 'in', db(em).selectFrom('content').select('id').where('creator_id', '=', creatorId))
    .execute();

async function findMember({ em }: MemberScope, username: string) {
  // A deleted account is called `deleted-7`.
  if (!/^[\w-]{1,40}$/.test(username)) throw new NotFound();
  const found = await db(em)
    .selectFrom('users as u')
    .select(['u.id', fullName.as('name')])
    .where('u.username', '=', username)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

/** Whom the viewer has blocked, the newest accounts first. */
export async function listBlocked({ em, viewer }: MemberScope, { size, after }: ForwardRequest) {
  const before = readCursor(after, 'whole')?.id ?? null;
  const fetched = await db(em)
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blocked_id')
    .select(['u.id', 'u.username', fullName.as('name'), 'b.at'])
    .where('b.member_id', '=', viewer.id)
    .$if(before !== null, (query) => query.where('b.blocked_id', '<', before ?? 0))
    .orderBy('b.blocked_id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ id }) => ({ value: String(id), id }));
}
