import { db, sql } from '../../../db/kysely.server.ts';
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
  const found = await db(em)
    .selectFrom('users')
    .select([
      sql<string[] | null>`case when ${maySee} then contact_lines end`.as('lines'),
      sql<number>`cardinality(contact_lines)`.as('count'),
    ])
    .where('id', '=', creatorId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!found || found.count === 0) return null;
  const ways = found.lines?.map((text) => contactWay(text) ?? { text, href: null });
  return { ways: ways ?? null };
}
