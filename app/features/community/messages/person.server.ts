import { row } from '../../../db/sql.server.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { isUnfinished } from '../../commerce/custom-requests/move.server.ts';
import { mayWrite, refusals, type Verdict } from './may-write.ts';

/** The other member of a conversation. */
export interface Person {
  id: number;
  username: string;
  name: string;
  imageKey: string | null;
  status: 'active' | 'suspended' | 'deleted';
  isCreator: boolean;
  conversationId: number | null;
  isBlocked: boolean;
  verdict: Verdict;
}

interface PersonRow extends Omit<Person, 'verdict'> {
  /** The two have had a custom request, open or not. */
  hasRequest: boolean;
  hasOpenRequest: boolean;
  blocksMe: boolean;
  isOwn: boolean;
  isAnswered: boolean;
}

/**
 * Finds a member with whom the viewer shares a conversation or request, or an active creator (ADR-019).
 * @throws NotFound, NotAllowed for oneself
 */
export async function findPerson({ em, viewer }: MemberScope, username: string): Promise<Person> {
  // A deleted account is called `deleted-7`.
  const found = /^[\w-]{1,40}$/.test(username)
    ? await row<PersonRow>(em)`
        select u.id, u.username::text, u.first_name || ' ' || u.last_name as name, u.status,
          case when u.status = 'active' then u.profile_image_key end as "imageKey",
          u.published_items > 0 as "isCreator", k.id as "conversationId",
          coalesce(k.started_by = ${viewer.id}, false) as "isOwn", coalesce(k.is_answered, false) as "isAnswered",
          exists (select 1 from blocks where member_id = ${viewer.id} and blocked_id = u.id) as "isBlocked",
          exists (select 1 from blocks where member_id = u.id and blocked_id = ${viewer.id}) as "blocksMe",
          q.open is not null as "hasRequest", coalesce(q.open, false) as "hasOpenRequest"
        from users u left join conversations k
          on k.low_id = least(u.id, ${viewer.id}::int) and k.high_id = greatest(u.id, ${viewer.id}::int)
        cross join lateral (
          select bool_or(${isUnfinished}) as open from requests
          where (requester_id, creator_id) in ((u.id, ${viewer.id}::int), (${viewer.id}::int, u.id))
        ) q
        where u.username = ${username}`
    : null;
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
export function mustBeWritable({ verdict, name }: Person): void {
  if (verdict === 'yes') return;
  throw new Refused(refusals[verdict](name), {
    link: verdict === 'plan' ? { href: '/subscriptions', label: 'See the plans' } : undefined,
  });
}
