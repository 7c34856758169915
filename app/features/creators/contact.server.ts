import { row } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';
import { includesPlan } from '../plans/plans.ts';
import { type ContactWay, contactWay } from '../profile/contact.ts';

/** How a creator can be reached: the ways, or nothing but that there are some. */
export interface Contact {
  ways: ContactWay[] | null;
}

/**
 * A creator's contact details, for VIPs, themselves and admins (experience.md §1 'direct athlete contact'); null
 * where none are shared. For everybody else they are not even read.
 */
export async function contactOf({ em, viewer }: Scope, creatorId: number): Promise<Contact | null> {
  const maySee =
    viewer !== null && (viewer.isAdmin || viewer.id === creatorId || includesPlan(viewer.plan, 'vip'));
  const found = await row<{ lines: string[] | null; count: number }>(em)`
    select case when ${maySee} then contact_lines end as lines, cardinality(contact_lines) as count
    from users where id = ${creatorId} and status = 'active'`;
  if (!found || found.count === 0) return null;
  const ways = found.lines?.map((text) => contactWay(text) ?? { text, href: null });
  return { ways: ways ?? null };
}
