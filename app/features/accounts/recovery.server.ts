import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { row } from '../../db/sql.server.ts';
import { Invalid } from '../../errors.ts';
import type { MemberScope, Scope } from '../../scope.ts';
import { anAccount, anAddress, spend } from '../limits/spend.server.ts';
import { type PasswordChange, wrongPassword } from './account.schema.ts';
import { hashPassword, isOwnPassword } from './accounts.server.ts';
import { passwordLetter } from './letters.ts';
import { dropLinks, orderLink, readLink, useLink } from './links.server.ts';
import { endSessions } from './sessions.server.ts';

/**
 * Has a link for a new password sent to an address, if it has an account. Looking that up is the job's work, so
 * that known and unknown addresses are answered alike and after the same time.
 * @throws Refused (429)
 */
export async function askReset(scope: Scope, email: string) {
  await spend(scope, 'reset from an address', anAddress(scope));
  await spend(scope, 'reset of an account', anAccount(email));
  await orderLink(scope.em, { purpose: 'reset', email, userId: null, now: scope.now() });
}

/**
 * Chooses a new password by the link of a mail; whoever reads the mailbox has thereby proved it.
 * @returns whether the link was good
 */
export async function resetPassword(scope: Scope, token: string, password: string): Promise<boolean> {
  const { em, now } = scope;
  if (!(await readLink(em, token, ['reset'], now()))) return false;
  const hash = await hashPassword(password);
  return em.transactional(async (inside) => {
    const link = await useLink(inside, token, ['reset'], now());
    if (!link) return false;
    await row(inside)`update users set verified_email = email where id = ${link.userId}`;
    await setPassword(scope, inside, link.userId, hash);
    return true;
  });
}

/**
 * Changes the member's password. All sessions end, this one too: a copied cookie must not outlive the password, so
 * the caller begins a new one.
 * @throws Invalid for a wrong password; Refused (429)
 */
export async function changePassword(scope: MemberScope, { currentPassword, password }: PasswordChange) {
  if (!(await isOwnPassword(scope, currentPassword))) throw new Invalid({ currentPassword: [wrongPassword] });
  const hash = await hashPassword(password);
  await scope.em.transactional((inside) => setPassword(scope, inside, scope.viewer.id, hash));
}

/** Ends every session, and a change of address that waits: the one who asked for it may be the reason for this. */
async function setPassword({ origin }: Scope, em: Em, userId: number, hash: string) {
  const owner = await row<{ email: string; firstName: string; username: string }>(em)`
    update users set password_hash = ${hash}, pending_email = null, pending_email_until = null
    where id = ${userId}
    returning email::text, first_name as "firstName", username::text`;
  if (!owner) return;
  await endSessions(em, userId);
  await dropLinks(em, userId, ['reset', 'change']);
  const letter = passwordLetter(owner, `${origin}/auth/forgot`);
  await enqueue(em, 'send-mail', { id: randomUUID(), to: owner.email, ...letter });
}
