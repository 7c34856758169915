import type { Em } from '../../db/orm.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { NotAllowed, Refused } from '../../errors.ts';
import type { AdminScope, HouseScope } from '../../scope.ts';
import { recordAct, recordActOf } from '../acts/acts.server.ts';
import { lockMember, named } from './member.server.ts';

/**
 * Makes sure that an active admin is left when this member is none any more (issue 5: nobody locks out the last
 * one). Call it first in the transaction that ends their account or role: two who remove each other take turns.
 * @throws Refused
 */
export async function mustLeaveAnAdmin(em: Em, memberId: number): Promise<void> {
  const admins = await lockAdmins(em);
  if (admins.has(memberId) && admins.size === 1) {
    throw new Refused('This is the last admin. Make somebody else an admin first.');
  }
}

/** Makes sure that whoever asks was not removed in this very moment; call it before `mustLeaveAnAdmin`. */
export async function mustStillBeAdmin(em: Em, { viewer }: AdminScope): Promise<void> {
  const admins = await lockAdmins(em);
  if (!admins.has(viewer.id)) throw new NotAllowed('You are no admin any more.');
}

/** The active admins, held in one order until the transaction ends. */
async function lockAdmins(em: Em): Promise<Set<number>> {
  const admins = await rows<{ id: number }>(em)`
    select id from users where is_admin and status = 'active' order by id for no key update`;
  return new Set(admins.map(({ id }) => id));
}

/**
 * Makes an active member an admin, or an admin a member again.
 * @throws NotFound, Refused for the last admin and for whoever is suspended
 */
export async function setAdmin(scope: AdminScope, id: number, isAdmin: boolean): Promise<void> {
  await scope.em.transactional(async (em) => {
    await mustStillBeAdmin(em, scope);
    if (!isAdmin) await mustLeaveAnAdmin(em, id);
    const member = await lockMember(em, id);
    if (member.isAdmin === isAdmin) return;
    if (isAdmin && member.status !== 'active') throw new Refused('Reinstate this member first.');
    await row(em)`update users set is_admin = ${isAdmin} where id = ${id}`;
    await recordActOf(scope, em, {
      verb: isAdmin ? 'promoted' : 'demoted',
      kind: 'user',
      ...named(member),
      before: { isAdmin: member.isAdmin },
      after: { isAdmin },
    });
  });
}

/**
 * Makes an active member an admin, by somebody at the machine itself: that is how the first one comes to be.
 * @returns the username @throws Refused when there is no such member
 */
export async function promote({ em, now }: Pick<HouseScope, 'em' | 'now'>, email: string): Promise<string> {
  return em.transactional(async (em) => {
    const found = await row<{ id: number }>(em)`
      select id from users where email = ${email} and status <> 'deleted'`;
    const member = found && (await lockMember(em, found.id));
    if (member?.status !== 'active') throw new Refused(`There is no active account with the email ${email}.`);
    if (!member.isAdmin) {
      await row(em)`update users set is_admin = true where id = ${member.id}`;
      const change = { before: { isAdmin: false }, after: { isAdmin: true } };
      await recordAct(
        em,
        { by: null, at: now() },
        { verb: 'promoted', kind: 'user', ...named(member), ...change },
      );
    }
    return member.username;
  });
}
