import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotAllowed, Refused } from '../../../errors.ts';
import type { AdminScope, SystemContext } from '../../../scope.ts';
import { recordAudit, recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { asciiEmail } from '../../identity/accounts/email-address.ts';
import { lockMember, named } from './member.server.ts';

/** Keeps the last active admin. Call it first, so that parallel removals take turns. @throws Refused */
export async function mustLeaveAnAdmin(em: Em, memberId: number): Promise<void> {
  const admins = await lockAdmins(em);
  if (admins.has(memberId) && admins.size === 1) {
    throw new Refused('This is the last admin. Make someone else an admin first.');
  }
}

/** Refuses an admin who was removed a moment ago; call it before `mustLeaveAnAdmin`. */
export async function mustStillBeAdmin(em: Em, { viewer }: AdminScope): Promise<void> {
  const admins = await lockAdmins(em);
  if (!admins.has(viewer.id)) throw new NotAllowed('You are no longer an admin.');
}

/** The active admins; no other transaction removes one until this one ends. */
async function lockAdmins(em: Em): Promise<Set<number>> {
  // An advisory lock, not row locks: upgrading a weak row lock could deadlock.
  await sql`select pg_advisory_xact_lock(${adminsLock})`.execute(db(em));
  const admins = await db(em)
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('status', '=', 'active')
    .execute();
  return new Set(admins.map(({ id }) => id));
}

/** Taken before any row by each transaction that ends an admin's account or role. */
const adminsLock = 823414;

/** Makes an active member an admin, or ends that. @throws NotFound, Refused for the last admin */
export async function setAdmin(scope: AdminScope, id: number, isAdmin: boolean): Promise<void> {
  await scope.em.transactional(async (em) => {
    await mustStillBeAdmin(em, scope);
    if (!isAdmin) await mustLeaveAnAdmin(em, id);
    const member = await lockMember(em, id);
    if (member.isAdmin === isAdmin) return;
    if (isAdmin && member.status !== 'active') throw new Refused('Reinstate this member first.');
    await makeAdmin(em, id, isAdmin);
    await recordAuditOf(scope, em, {
      verb: isAdmin ? 'promoted' : 'demoted',
      kind: 'user',
      ...named(member),
      before: { isAdmin: member.isAdmin },
      after: { isAdmin },
    });
  });
}

/** Makes an active member a curator of the map, or ends that. @throws NotFound, NotAllowed, Refused */
export async function setCurator(scope: AdminScope, id: number, isCurator: boolean): Promise<void> {
  await scope.em.transactional(async (em) => {
    await mustStillBeAdmin(em, scope);
    const member = await lockMember(em, id);
    if (member.isCurator === isCurator) return;
    if (isCurator && member.status !== 'active') throw new Refused('Reinstate this member first.');
    await db(em).updateTable('users').set({ is_curator: isCurator }).where('id', '=', id).execute();
    await recordAuditOf(scope, em, {
      verb: isCurator ? 'made a curator' : 'removed as a curator',
      kind: 'user',
      ...named(member),
      before: { isCurator: member.isCurator },
      after: { isCurator },
    });
  });
}

const makeAdmin = (em: Em, id: number, isAdmin: boolean) =>
  db(em).updateTable('users').set({ is_admin: isAdmin }).where('id', '=', id).execute();

/** Makes an active member an admin from the command line; answers the username. @throws Refused */
export async function promote(
  { em, now }: Pick<SystemContext, 'em' | 'now'>,
  email: string,
): Promise<string> {
  return em.transactional(async (em) => {
    const found = await db(em)
      .selectFrom('users')
      .select('id')
      .where('email', '=', asciiEmail(email))
      .where('status', '<>', 'deleted')
      .executeTakeFirst();
    const member = found && (await lockMember(em, found.id));
    if (member?.status !== 'active') throw new Refused(`There is no active account with the email ${email}.`);
    if (!member.isAdmin) {
      await makeAdmin(em, member.id, true);
      const change = { before: { isAdmin: false }, after: { isAdmin: true } };
      await recordAudit(
        em,
        { by: null, at: now() },
        { verb: 'promoted', kind: 'user', ...named(member), ...change },
      );
    }
    return member.username;
  });
}
