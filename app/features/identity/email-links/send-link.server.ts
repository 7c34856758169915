import { fragment, row } from '../../../db/sql.server.ts';
import type { EmailText } from '../../../mail/email-text.ts';
import type { SystemContext } from '../../../scope.ts';
import { type LinkOrder, linkLifeMs, linkPath } from './account-link.ts';
import {
  addressLeftEmail,
  addressTakenEmail,
  changeEmail,
  leavingEmail,
  resetEmail,
  verificationEmail,
} from './emails.ts';
import { isSomebodyElses, makeLink } from './links.server.ts';

interface Owner {
  id: number;
  email: string;
  firstName: string;
  username: string;
  pendingEmail: string | null;
  isOwn: boolean;
  isVerified: boolean;
  isPending: boolean;
}

/**
 * Sends the email of a link order, unless it no longer fits the account. A retry makes a new link; older ones stay
 * valid.
 * @throws MailRefused, MailFailed
 */
export async function sendLink(scope: SystemContext, order: LinkOrder) {
  const { em, mail, now } = scope;
  if (now().getTime() >= new Date(order.askedAt).getTime() + linkLifeMs[order.purpose]) return;
  const owner = await row<Owner>(em)`
    select id, email::text, first_name as "firstName", username::text, pending_email::text as "pendingEmail",
      email = ${order.email} as "isOwn", verified_email is not distinct from email as "isVerified",
      coalesce(pending_email = ${order.email} and pending_email_until > ${now()}, false) as "isPending"
    from users
    where status = 'active' and ${order.userId === null ? fragment`email = ${order.email}` : fragment`id = ${order.userId}`}`;
  const letter = owner && (await letterFor(scope, order, owner));
  if (letter) await mail.send({ id: order.id, to: order.email, ...letter });
}

async function letterFor(
  { em, origin, now }: SystemContext,
  order: LinkOrder,
  owner: Owner,
): Promise<EmailText | null> {
  const { purpose, email } = order;
  const link = async () => {
    const token = await makeLink(em, {
      purpose,
      email,
      userId: owner.id,
      askedAt: new Date(order.askedAt),
    });
    return `${origin}${linkPath(purpose, token)}`;
  };
  if (purpose === 'verify') {
    return owner.isOwn && !owner.isVerified ? verificationEmail(owner, await link()) : null;
  }
  if (purpose === 'reset') return owner.isOwn ? resetEmail(owner, await link()) : null;
  if (purpose === 'change') {
    if (!owner.isPending) return null;
    // The answer is the same either way; only the mailbox's owner learns that it has an account.
    if (await isSomebodyElses(em, email, owner.id, now())) return addressTakenEmail(`${origin}/auth/forgot`);
    return changeEmail(owner, await link());
  }
  if (!owner.isOwn) return addressLeftEmail(owner, owner.email, await link());
  return owner.pendingEmail === null ? null : leavingEmail(owner, owner.pendingEmail, await link());
}
