import { randomUUID } from 'node:crypto';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { Invalid } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import {
  accountKey,
  addressKey,
  consume,
  enforceRateLimit,
  resetLimit,
} from '../../core/rate-limits/rate-limit.server.ts';
import { type PasswordChange, wrongPassword } from '../accounts/account.schema.ts';
import { isOwnPassword } from '../accounts/accounts.server.ts';
import { noPendingEmail, verifyEmail } from '../accounts/mailbox.server.ts';
import { hashPassword } from '../accounts/password-hash.server.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { passwordEmail } from './emails.ts';
import { deleteLinks, orderLink } from './links.server.ts';
import { readLink, useLink } from './links.sql.server.ts';

/** Emails a link for a new password. The job looks the account up, so that known and unknown emails get the same
 *  answer in the same time. Above three emails an hour the last link still works, so that a stranger cannot lock the
 *  member out (ADR-042).
 *  @throws Refused 429 per address */
export async function askReset(scope: Scope, email: string) {
  await enforceRateLimit(scope, 'reset from an address', addressKey(scope));
  if ((await consume(scope, 'reset of an account', accountKey(email))) !== null) return;
  await orderLink(scope.em, { purpose: 'reset', email, userId: null, now: scope.now() });
}

/** Sets a password by an emailed link. @returns the member's id, null for an invalid link @throws Refused 429, 503 */
export async function resetPassword(scope: Scope, token: string, password: string): Promise<number | null> {
  const { em, now } = scope;
  if (!(await readLink(em, token, ['reset'], now()))) return null;
  await enforceRateLimit(scope, 'sign-in from an address', addressKey(scope));
  const hash = await hashPassword(password);
  return em.transactional(async (inside) => {
    const link = await useLink(inside, token, ['reset'], now());
    if (!link) return null;
    await verifyEmail(inside, link.userId);
    await setPassword(scope, inside, link.userId, hash);
    return link.userId;
  });
}

/** Changes the password and ends all sessions; the caller begins one. @throws Invalid when wrong; Refused 429 */
export async function changePassword(scope: MemberScope, { currentPassword, password }: PasswordChange) {
  if (!(await isOwnPassword(scope, currentPassword))) throw new Invalid({ currentPassword: [wrongPassword] });
  const hash = await hashPassword(password);
  await scope.em.transactional((inside) => setPassword(scope, inside, scope.viewer.id, hash));
}

/** Also cancels a pending change of email, which a thief may have requested. */
async function setPassword({ origin }: Scope, em: Em, userId: number, hash: string) {
  const owner = await db(em)
    .updateTable('users')
    .set({ password_hash: hash, ...noPendingEmail })
    .where('id', '=', userId)
    .returning(['email', 'first_name as firstName', 'username'])
    .executeTakeFirst();
  if (!owner) return;
  await endSessions(em, userId);
  await deleteLinks(em, userId, ['reset', 'change']);
  // The sent links are deleted, so new ones may be requested at once.
  await resetLimit(em, 'reset of an account', accountKey(owner.email));
  const email = passwordEmail(owner, `${origin}/auth/forgot`);
  await enqueue(em, 'send-mail', { id: randomUUID(), to: owner.email, ...email });
}
