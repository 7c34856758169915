import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { brokenUnique, row } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { MemberScope, Scope } from '../../scope.ts';
import { spend } from '../limits/spend.server.ts';
import type { EmailChange } from './account.schema.ts';
import { linkLifeMs } from './account-link.ts';
import { hashPassword } from './accounts.server.ts';
import { leftLetter } from './letters.ts';
import { dropLinks, isSomebodyElses, type Link, makeLink, orderLink, useLink } from './links.server.ts';
import { mustBeOwner } from './second-factor.server.ts';
import { endSessions } from './sessions.server.ts';
import { newToken } from './tokens.server.ts';

export interface EmailStanding {
  email: string;
  isEmailVerified: boolean;
  /** The address that waits to be confirmed. */
  pendingEmail: string | null;
}

/** Whether the member's address is proved, and whether another one waits. */
export async function emailStanding({ em, viewer, now }: MemberScope): Promise<EmailStanding> {
  const found = await row<EmailStanding>(em)`
    select email::text, verified_email is not distinct from email as "isEmailVerified",
      case when pending_email_until > ${now()} then pending_email::text end as "pendingEmail"
    from users where id = ${viewer.id}`;
  return found ?? { email: viewer.email, isEmailVerified: true, pendingEmail: null };
}

const sameEmail = 'This is your address already.';

/**
 * Asks to move the account to a new address: nothing changes until the link in its mail is used (issue 4). Whether
 * the address has an account already, only its mailbox learns.
 * @throws Invalid for the address that stands; as `mustBeOwner`
 */
export async function askEmailChange(scope: MemberScope, { email, ...proof }: EmailChange) {
  const errors: Record<string, string[]> = {};
  if (email.toLowerCase() === scope.viewer.email.toLowerCase()) errors.email = [sameEmail];
  await mustBeOwner(scope, proof, errors);
  await startEmailChange(scope, email);
}

/** The change itself, once the password was asked; an address that waited before is forgotten.
 *  @throws Refused (429): nobody's mailbox is filled from here */
export async function startEmailChange(scope: MemberScope, email: string) {
  const { em, viewer, now } = scope;
  await spend(scope, 'link by mail');
  await em.transactional(async (inside) => {
    const until = new Date(now().getTime() + linkLifeMs.change);
    const was = await row<{ email: string; isVerified: boolean }>(inside)`
      update users set pending_email = ${email}, pending_email_until = ${until} where id = ${viewer.id}
      returning email::text, verified_email is not distinct from email as "isVerified"`;
    if (!was) return;
    await dropLinks(inside, viewer.id, ['change']);
    await orderLink(inside, { purpose: 'change', email, userId: viewer.id, now: now() });
    // A link that takes the account back must not go to a mistyped address of a stranger.
    if (was.isVerified)
      await orderLink(inside, { purpose: 'undo', email: was.email, userId: viewer.id, now: now() });
  });
}

/** Sends the link that the member waits for once more: to the new address, or to the one that is not proved yet.
 *  @throws Refused when there is nothing to confirm; 429 */
export async function sendLinkAgain(scope: MemberScope): Promise<string> {
  const { em, viewer, now } = scope;
  const { email, isEmailVerified, pendingEmail } = await emailStanding(scope);
  if (pendingEmail === null && isEmailVerified) throw new Refused('Your address is confirmed already.');
  const to = pendingEmail ?? email;
  const purpose = pendingEmail === null ? 'verify' : 'change';
  await spend(scope, 'link by mail');
  await orderLink(em, { purpose, email: to, userId: viewer.id, now: now() });
  return to;
}

/** Keeps the old address. What was sent to it stays good: the one who cancels may not be the one who asked. */
export async function cancelEmailChange({ em, viewer }: MemberScope) {
  await em.transactional(async (inside) => {
    await row(inside)`
      update users set pending_email = null, pending_email_until = null where id = ${viewer.id}`;
    await dropLinks(inside, viewer.id, ['change']);
  });
}

const takenMeanwhile = () => new Refused('This address belongs to another account now.');

/**
 * Uses the link of a sign-up or of a change: the address is proved, and becomes the account's.
 * @returns null when the link is not good
 * @throws Refused when another account took the address meanwhile
 */
export async function confirmEmail({ em, now }: Scope, token: string): Promise<Link | null> {
  try {
    return await em.transactional(async (inside) => {
      const link = await useLink(inside, token, ['verify', 'change'], now());
      if (link?.purpose === 'verify') {
        await row(inside)`update users set verified_email = email where id = ${link.userId}`;
        await dropLinks(inside, link.userId, ['verify']);
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
  const was = await row<{ email: string; isVerified: boolean }>(em)`
    select email::text, verified_email is not distinct from email as "isVerified"
    from users where id = ${userId} for update`;
  if (!was || (await isSomebodyElses(em, email, userId, now))) throw takenMeanwhile();
  await row(em)`
    update users set email = ${email}, verified_email = ${email}, pending_email = null, pending_email_until = null
    where id = ${userId}`;
  await dropLinks(em, userId, ['verify', 'reset', 'change']);
  if (was.isVerified) await orderLink(em, { purpose: 'undo', email: was.email, userId, now });
  else await enqueue(em, 'send-mail', { id: randomUUID(), to: was.email, ...leftLetter(link, email, null) });
}

/**
 * Takes a change of address back from the old mailbox, whether it was confirmed or only asked for. Somebody knew
 * the password, so it opens nothing any more and every session ends.
 * @returns the token with which a new password is chosen; null when the link is not good
 * @throws Refused when the old address cannot be given back
 */
export async function undoEmailChange({ em, now }: Scope, token: string): Promise<string | null> {
  const unknown = await hashPassword(newToken());
  return em.transactional(async (inside) => {
    const link = await useLink(inside, token, ['undo'], now());
    if (!link) return null;
    const { userId, email } = link;
    if (await isSomebodyElses(inside, email, userId, now())) throw takenMeanwhile();
    await row(inside)`
      update users set email = ${email}, verified_email = ${email}, password_hash = ${unknown},
        pending_email = null, pending_email_until = null
      where id = ${userId}`;
    await endSessions(inside, userId);
    // Links that older mailboxes hold stay good: else a thief who moved twice could burn the owner's.
    await dropLinks(inside, userId, ['verify', 'reset', 'change']);
    await row(inside)`delete from account_links
      where user_id = ${userId} and purpose = 'undo' and expires_at >= ${link.expiresAt}`;
    return makeLink(inside, { purpose: 'reset', email, userId, askedAt: now() });
  });
}
