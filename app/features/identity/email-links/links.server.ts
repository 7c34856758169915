import { randomUUID } from 'node:crypto';
import { anyOf, db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { noPendingEmail } from '../accounts/mailbox.server.ts';
import { hashOf, newToken } from '../accounts/tokens.server.ts';
import { type LinkPurpose, linkLifeMs } from './account-link.ts';

export async function orderLink(
  em: Em,
  { purpose, email, userId, now }: { purpose: LinkPurpose; email: string; userId: number | null; now: Date },
) {
  await enqueue(em, 'send-link', {
    id: randomUUID(),
    purpose,
    email,
    userId,
    askedAt: now.toISOString(),
  });
}

/** Makes a link and returns its token; only the hash is stored. Earlier links stay valid. */
export async function makeLink(
  em: Em,
  { purpose, email, userId, askedAt }: { purpose: LinkPurpose; email: string; userId: number; askedAt: Date },
): Promise<string> {
  const token = newToken();
  const expires = new Date(askedAt.getTime() + linkLifeMs[purpose]);
  await db(em)
    .insertInto('account_links')
    .values({ token_hash: hashOf(token), user_id: userId, purpose, email, expires_at: expires })
    .execute();
  return token;
}

export async function deleteLinks(em: Em, userId: number, purposes: readonly LinkPurpose[]) {
  await db(em)
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', anyOf('text', purposes))
    .execute();
}

/** Whether an email belongs to another account, or did while its owner can still undo a change. */
export async function isTakenByOther(em: Em, email: string, ownId: number | null, now: Date) {
  const found = await db(em)
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', 'is distinct from', ownId)
    .unionAll(
      db(em)
        .selectFrom('account_links')
        .select('user_id as id')
        .where('purpose', '=', 'undo')
        .where('email', '=', email)
        .where('expires_at', '>', timestamptz(now))
        .where('user_id', 'is distinct from', ownId),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function sweepAccounts(em: Em, now: Date) {
  for (const table of ['account_links', 'sessions', 'pending_sign_ins'] as const) {
    await db(em).deleteFrom(table).where('expires_at', '<=', timestamptz(now)).execute();
  }
  await db(em)
    .updateTable('users')
    .set(noPendingEmail)
    .where('pending_email_until', '<=', timestamptz(now))
    .execute();
}
