import { anyOf, db } from './kysely.server.ts';
import type { Em } from './orm.server.ts';

/** The order in which a transaction with money locks rows, within one table by id (ADR-038). Writing a row locks it. */
export const lockOrder = [
  'users',
  'subscriptions',
  'purchases',
  'charges',
  'disputes',
  'refunds',
  'requests',
  'content',
  'content_stats',
] as const;

/** Locks members before all other rows. An insert with a foreign key also locks the member's row, but waits only for
 *  a change of name or address.
 *  @param strength `key share` when rows only refer to the members; the default also keeps others from changing them */
export async function lockMembers(
  em: Em,
  ids: (number | null)[],
  strength: 'key share' | 'no key update' = 'no key update',
): Promise<void> {
  const known = ids.filter((id) => id !== null);
  const members = db(em).selectFrom('users').where('id', '=', anyOf('int4', known)).orderBy('id');
  await (strength === 'key share' ? members.forKeyShare() : members.forNoKeyUpdate()).execute();
}
