import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** SQL for whether a link has proved the email of a row of `users`. */
export const isEmailVerified = sql<boolean>`verified_email is not distinct from email`;

/** SQL for the email to which a row of `users` would change, while its link is valid. */
export const pendingEmail = (now: Date) =>
  sql<string | null>`case when pending_email_until > ${now} then pending_email end`;

/** Set on a row of `users`, it ends a pending change of email. */
export const noPendingEmail = { pending_email: null, pending_email_until: null };

/** A link that was sent to the account's email proves it. */
export async function verifyEmail(em: Em, userId: number) {
  await db(em)
    .updateTable('users')
    .set((eb) => ({ verified_email: eb.ref('email') }))
    .where('id', '=', userId)
    .execute();
}
