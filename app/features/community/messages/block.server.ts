import { row } from '../../../db/sql.server.ts';
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
    await row(em)`insert into blocks (member_id, blocked_id, at) values (${viewer.id}, ${id}, ${now()})
      on conflict do nothing`;
  } else {
    await row(em)`delete from blocks where member_id = ${viewer.id} and blocked_id = ${id}`;
  }
  return { name, blocked: wanted };
}
