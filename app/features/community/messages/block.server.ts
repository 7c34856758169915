import { db } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { findPerson } from './person.server.ts';

/** Blocks a member's messages, or unblocks them. @throws NotFound, NotAllowed for oneself */
export async function setBlock(
  scope: MemberScope,
  username: string,
  wanted: boolean,
): Promise<{ name: string; blocked: boolean }> {
  const { em, viewer, now } = scope;
  const { id, name } = await findPerson(scope, username);
  if (wanted) {
    await db(em)
      .insertInto('blocks')
      .values({ member_id: viewer.id, blocked_id: id, at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else {
    await db(em)
      .deleteFrom('blocks')
      .where('member_id', '=', viewer.id)
      .where('blocked_id', '=', id)
      .execute();
  }
  return { name, blocked: wanted };
}
