import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { EmailText } from '../../../mail/email-text.ts';
import type { SystemContext } from '../../../scope.ts';
import { isEmailVerified } from '../accounts/mailbox.server.ts';
import { type LinkOrder, linkLifeMs, linkPath } from './account-link.ts';
import {
  addressLeftEmail,
  addressTakenEmail,
  changeEmail,
  leavingEmail,
  resetEmail,
  verificationEmail,
} from './emails.ts';
import { isTakenByOther, makeLink } from './links.server.ts';

/** Sends the email of a link order, unless it no longer fits the account. A retry makes a new link; older ones stay
 *  valid.
 *  @throws MailRefused, MailFailed */
export async function sendLink(scope: SystemContext, order: LinkOrder) {
  const { em, mail, now } = scope;
  if (now().getTime() >= new Date(order.askedAt).getTime() + linkLifeMs[order.purpose]) return;
  const owner = await findOwner(em, order, now());
  const email = owner && (await emailFor(scope, order, owner));
  if (email) await mail.send({ id: order.id, to: order.email, ...email });
}

type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

const findOwner = (em: Em, { email, userId }: LinkOrder, now: Date) =>
  db(em)
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'username', 'pending_email as pendingEmail'])
    .select([
      sql<boolean>`email = ${email}`.as('isOwn'),
      isEmailVerified.as('isVerified'),
      sql<boolean>`coalesce(pending_email = ${email} and pending_email_until > ${now}, false)`.as(
        'isPending',
      ),
    ])
    .where('status', '=', 'active')
    .where((eb) => (userId === null ? eb('email', '=', email) : eb('id', '=', userId)))
    .executeTakeFirst();

async function emailFor(
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
    if (await isTakenByOther(em, email, owner.id, now())) return addressTakenEmail(`${origin}/auth/forgot`);
    return changeEmail(owner, await link());
  }
  if (!owner.isOwn) return addressLeftEmail(owner, owner.email, await link());
  return owner.pendingEmail === null ? null : leavingEmail(owner, owner.pendingEmail, await link());
}
