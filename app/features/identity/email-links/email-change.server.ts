import { randomUUID } from 'node:crypto';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { EmailChange } from '../accounts/account.schema.ts';
import { isEmailVerified, noPendingEmail, pendingEmail, verifyEmail } from '../accounts/mailbox.server.ts';
import { hashOfNoPassword } from '../accounts/password-hash.server.ts';
import { brokenUnique } from '../accounts/taken.server.ts';
import { mustBeOwner } from '../second-factor/second-factor.server.ts';
import { endSessions } from '../sessions/sessions.server.ts';
import { linkLifeMs } from './account-link.ts';
import { addressLeftEmail } from './emails.ts';
import { deleteLinks, isTakenByOther, makeLink, orderLink } from './links.server.ts';
import { type Link, useLink } from './links.sql.server.ts';

export interface EmailStatus {
  email: string;
  isEmailVerified: boolean;
  pendingEmail: string | null;
}

export async function emailStatus({ em, viewer, now }: MemberScope): Promise<EmailStatus> {
  const found = await db(em)
    .selectFrom('users')
    .select(['email', isEmailVerified.as('isEmailVerified'), pendingEmail(now()).as('pendingEmail')])
    .where('id', '=', viewer.id)
    .executeTakeFirst();
  return found ?? { email: viewer.email, isEmailVerified: true, pendingEmail: null };
}

const sameEmail = 'This is already your address.';

/** Asks to change the account's email; nothing changes until the emailed link is used (ADR-010). Only the mailbox
 *  learns whether the new email has an account.
 *  @throws Invalid for the current email; as `mustBeOwner` */
export async function askEmailChange(scope: MemberScope, { email, ...proof }: EmailChange) {
  const errors: Record<string, string[]> = {};
  if (email.toLowerCase() === scope.viewer.email.toLowerCase()) errors.email = [sameEmail];
  await mustBeOwner(scope, proof, errors);
  await startEmailChange(scope, email);
}

/** Starts the change, once the password was checked. @throws Refused 429, to protect strangers' mailboxes */
export async function startEmailChange(scope: MemberScope, email: string) {
  const { em, viewer, now } = scope;
  await enforceRateLimit(scope, 'link by email');
  await em.transactional(async (inside) => {
    const until = new Date(now().getTime() + linkLifeMs.change);
    const was = await db(inside)
      .updateTable('users')
      .set({ pending_email: email, pending_email_until: until })
      .where('id', '=', viewer.id)
      .returning(['email', isEmailVerified.as('isVerified')])
      .executeTakeFirst();
    if (!was) return;
    await deleteLinks(inside, viewer.id, ['change']);
    await orderLink(inside, { purpose: 'change', email, userId: viewer.id, now: now() });
    // An `undo` link must not go to an unverified email, which may be a stranger's.
    if (was.isVerified)
      await orderLink(inside, { purpose: 'undo', email: was.email, userId: viewer.id, now: now() });
  });
}

/** Sends the link of a sign-up or change again. @throws Refused when there is nothing to confirm; 429 */
export async function sendLinkAgain(scope: MemberScope): Promise<string> {
  const { em, viewer, now } = scope;
  const { email, isEmailVerified, pendingEmail } = await emailStatus(scope);
  if (pendingEmail === null && isEmailVerified) throw new Refused('Your address is already confirmed.');
  const to = pendingEmail ?? email;
  const purpose = pendingEmail === null ? 'verify' : 'change';
  await enforceRateLimit(scope, 'link by email');
  await orderLink(em, { purpose, email: to, userId: viewer.id, now: now() });
  return to;
}

/** Cancels a pending change. Undo links stay valid, because a thief may be the one who cancels. */
export async function cancelEmailChange({ em, viewer }: MemberScope) {
  await em.transactional(async (inside) => {
    await db(inside).updateTable('users').set(noPendingEmail).where('id', '=', viewer.id).execute();
    await deleteLinks(inside, viewer.id, ['change']);
  });
}

const takenMeanwhile = () => new Refused('This address belongs to another account now.');

/** Uses a link of a sign-up or change. @returns null for an invalid one @throws Refused for a taken email */
export async function confirmEmail({ em, now }: Scope, token: string): Promise<Link | null> {
  try {
    return await em.transactional(async (inside) => {
      const link = await useLink(inside, token, ['verify', 'change'], now());
      if (link?.purpose === 'verify') {
        await verifyEmail(inside, link.userId);
        await deleteLinks(inside, link.userId, ['verify']);
      }
      if (link?.purpose === 'change') await moveTo(inside, link, now());
      return link;
    });
  } catch (error) {
    throw brokenUnique(error) === null ? error : takenMeanwhile();
  }
}

async function moveTo(em: Em, link: Link, now: Date) {
  const { userId, email } = link;
  const was = await db(em)
    .selectFrom('users')
    .select(['email', isEmailVerified.as('isVerified')])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!was || (await isTakenByOther(em, email, userId, now))) throw takenMeanwhile();
  await db(em)
    .updateTable('users')
    .set({ email, verified_email: email, ...noPendingEmail })
    .where('id', '=', userId)
    .execute();
  await deleteLinks(em, userId, ['verify', 'reset', 'change']);
  if (was.isVerified) await orderLink(em, { purpose: 'undo', email: was.email, userId, now });
  else
    await enqueue(em, 'send-mail', {
      id: randomUUID(),
      to: was.email,
      ...addressLeftEmail(link, email, null),
    });
}

/** Undoes a change of email from the old mailbox; a thief may know the password, so it and all sessions end.
 *  @returns the token to choose a new password; null for an invalid link
 *  @throws Refused when the old email is taken */
export async function undoEmailChange({ em, now }: Scope, token: string): Promise<string | null> {
  return em.transactional(async (inside) => {
    const link = await useLink(inside, token, ['undo'], now());
    if (!link) return null;
    const { userId, email } = link;
    if (await isTakenByOther(inside, email, userId, now())) throw takenMeanwhile();
    await db(inside)
      .updateTable('users')
      .set({ email, verified_email: email, password_hash: hashOfNoPassword, ...noPendingEmail })
      .where('id', '=', userId)
      .execute();
    await endSessions(inside, userId);
    // Undo links in older mailboxes stay valid, so that a thief who moves twice cannot disable the owner's.
    await deleteLinks(inside, userId, ['verify', 'reset', 'change']);
    await db(inside)
      .deleteFrom('account_links')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'undo')
      .where('expires_at', '>=', link.expiresAt)
      .execute();
    return makeLink(inside, { purpose: 'reset', email, userId, askedAt: now() });
  });
}
