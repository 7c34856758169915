import { plansPath } from '../../../domain/checkout-paths.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { mayWrite, refusals, type Verdict } from './may-write.ts';
import { findPersonRow, type PersonRow } from './person.sql.server.ts';

type Hidden = 'hasRequest' | 'hasOpenRequest' | 'blocksMe' | 'isOwn' | 'isAnswered';

/** The other member of a conversation. */
export interface Person extends Omit<PersonRow, Hidden> {
  verdict: Verdict;
}

/** A member whom the viewer shares a conversation or request with, or a creator (ADR-019). @throws NotFound */
export async function findPerson({ em, viewer }: MemberScope, username: string): Promise<Person> {
  // A deleted account is called `deleted-7`.
  const found = /^[\w-]{1,40}$/.test(username) ? await findPersonRow(em, viewer.id, username) : null;
  if (found?.id === viewer.id) throw new NotAllowed('You cannot write to yourself.');
  const isKnown = found && (found.conversationId !== null || found.hasRequest);
  if (!found || !(isKnown || (found.isCreator && found.status === 'active'))) throw new NotFound();
  const { blocksMe, isOwn, isAnswered, hasRequest, hasOpenRequest, ...person } = found;
  const verdict = mayWrite({
    plan: viewer.plan,
    conversation: person.conversationId === null ? null : { isOwn, isAnswered },
    hasOpenRequest,
    isActive: person.status === 'active',
    blocksThem: person.isBlocked,
    blocksMe,
  });
  return { ...person, verdict };
}

/** @throws Refused with what would allow it */
export function mustBeWritable({ verdict, name, username }: Person): void {
  if (verdict === 'yes') return;
  throw new Refused(refusals[verdict](name), {
    link:
      verdict === 'plan' ? { href: plansPath(`/messages/${username}`), label: 'See the plans' } : undefined,
  });
}
