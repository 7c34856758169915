import { row } from '../../../db/sql.server.ts';
import { includesPlan } from '../../../domain/plans.ts';
import type { Scope } from '../../../scope.ts';
import { type ContactWay, contactWay } from '../../identity/profile/contact.ts';

/** A creator's contact details; `ways` is null when the viewer may not read them. */
export interface Contact {
  ways: ContactWay[] | null;
}

/** A creator's contact details, for VIPs (E1.20), the creator and admins; not read for other viewers. */
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
