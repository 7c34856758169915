import { fragment, row } from '../../db/sql.server.ts';
import type { Letter } from '../../mail/letter.ts';
import type { HouseScope } from '../../scope.ts';
import { type LinkOrder, linkLifeMs, linkPath } from './account-link.ts';
import {
  changeLetter,
  leavingLetter,
  leftLetter,
  resetLetter,
  takenLetter,
  verifyLetter,
} from './letters.ts';
import { isSomebodyElses, makeLink } from './links.server.ts';

interface Owner {
  id: number;
  email: string;
  firstName: string;
  username: string;
  pendingEmail: string | null;
  /** The order's address is the account's, is proved, and is the one it waits for. */
  isOwn: boolean;
  isVerified: boolean;
  isPending: boolean;
}

/**
 * Writes the mail of an order and sends it; the job behind every link. What no longer fits the account, or would
 * be dead on arrival, is not sent. A mail that is tried again carries a new link, and the older stays good.
 * @throws MailRefused, MailFailed
 */
export async function sendLink(scope: HouseScope, order: LinkOrder) {
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
  { em, origin, now }: HouseScope,
  order: LinkOrder,
  owner: Owner,
): Promise<Letter | null> {
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
    return owner.isOwn && !owner.isVerified ? verifyLetter(owner, await link()) : null;
  }
  if (purpose === 'reset') return owner.isOwn ? resetLetter(owner, await link()) : null;
  if (purpose === 'change') {
    if (!owner.isPending) return null;
    // Who asked hears the same either way; only the owner of the mailbox learns that it has an account.
    if (await isSomebodyElses(em, email, owner.id, now())) return takenLetter(`${origin}/auth/forgot`);
    return changeLetter(owner, await link());
  }
  if (!owner.isOwn) return leftLetter(owner, owner.email, await link());
  return owner.pendingEmail === null ? null : leavingLetter(owner, owner.pendingEmail, await link());
}
