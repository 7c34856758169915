import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import { hashOf, newToken } from '../accounts/tokens.server.ts';
import { type LinkPurpose, linkLifeMs } from './account-link.ts';

export interface Link {
  userId: number;
  purpose: LinkPurpose;
  email: string;
  username: string;
  firstName: string;
  expiresAt: string;
}

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
  await row(em)`
    insert into account_links (token_hash, user_id, purpose, email, expires_at)
    values (${hashOf(token)}, ${userId}, ${purpose}, ${email}, ${expires})`;
  return token;
}

/** A link is valid until it expires, its account is gone, or the email it is about changes. */
const isGood = (token: string, purposes: readonly LinkPurpose[], now: Date) => fragment`
  l.token_hash = ${hashOf(token)} and l.purpose = any(${[...purposes]}) and l.expires_at > ${now}
  and u.id = l.user_id and u.status = 'active'
  and case l.purpose
    when 'undo' then true
    when 'change' then u.pending_email = l.email and u.pending_email_until > ${now}
    else u.email = l.email end`;

const linkColumns = fragment`l.user_id as "userId", l.purpose, l.email::text, u.username::text,
  u.first_name as "firstName", l.expires_at as "expiresAt"`;

/** Reads a link without using it, because mail scanners open every link. Null when it is not valid. */
export const readLink = (em: Em, token: string, purposes: readonly LinkPurpose[], now: Date) =>
  row<Link>(em)`select ${linkColumns} from account_links l, users u where ${isGood(token, purposes, now)}`;

/** Uses a link up, in the caller's transaction; of two parallel requests one succeeds. Null when it is not valid. */
export const useLink = (em: Em, token: string, purposes: readonly LinkPurpose[], now: Date) =>
  row<Link>(em)`
    delete from account_links l using users u where ${isGood(token, purposes, now)} returning ${linkColumns}`;

export async function dropLinks(em: Em, userId: number, purposes: readonly LinkPurpose[]) {
  await row(em)`
    delete from account_links where user_id = ${userId} and purpose = any(${[...purposes]})`;
}

/** Whether an email belongs to another account, or did while its owner can still undo a change. */
export async function isSomebodyElses(em: Em, email: string, ownId: number | null, now: Date) {
  const found = await row(em)`
    select 1 from users where email = ${email} and id is distinct from ${ownId}::int
    union all
    select 1 from account_links where purpose = 'undo' and email = ${email} and expires_at > ${now}
      and user_id is distinct from ${ownId}::int
    limit 1`;
  return found !== null;
}

export async function sweepAccounts(em: Em, now: Date) {
  await row(em)`delete from account_links where expires_at <= ${now}`;
  await row(em)`delete from sessions where expires_at <= ${now}`;
  await row(em)`delete from begun_sign_ins where expires_at <= ${now}`;
  await row(em)`
    update users set pending_email = null, pending_email_until = null where pending_email_until <= ${now}`;
}
