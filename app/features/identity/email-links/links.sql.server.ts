import type { Em } from '../../../db/orm.server.ts';
import { int, moment, oneOf, type RowOf, row, sql, text } from '../../../db/raw.server.ts';
import { hashOf } from '../accounts/tokens.server.ts';
import { type LinkPurpose, linkPurposes } from './account-link.ts';

const link = {
  userId: int,
  purpose: oneOf(linkPurposes),
  email: text,
  username: text,
  firstName: text,
  expiresAt: moment,
};

export type Link = RowOf<typeof link>;

const linkColumns = sql`l.user_id as "userId", l.purpose, l.email, u.username, u.first_name as "firstName",
  l.expires_at as "expiresAt"`;

/** A link is valid until it expires, its account is gone, or the email it is about changes. */
const isGood = (token: string, purposes: readonly LinkPurpose[], now: Date) => sql`
  l.token_hash = ${hashOf(token)} and l.purpose = any(${[...purposes]}) and l.expires_at > ${now}
  and u.id = l.user_id and u.status = 'active'
  and case l.purpose
    when 'undo' then true
    when 'change' then u.pending_email = l.email and u.pending_email_until > ${now}
    else u.email = l.email end`;

/** Reads a link without using it, because mail scanners open every link. Null when it is not valid. */
export const readLink = (em: Em, token: string, purposes: readonly LinkPurpose[], now: Date) =>
  row(em, link)`select ${linkColumns} from account_links l, users u where ${isGood(token, purposes, now)}`;

/** Uses a link up, in the caller's transaction; of two parallel requests one succeeds. Null when it is not valid. */
export const useLink = (em: Em, token: string, purposes: readonly LinkPurpose[], now: Date) =>
  row(em, link)`
  delete from account_links l using users u where ${isGood(token, purposes, now)} returning ${linkColumns}`;
