import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { nameKey } from '../names/name-key.ts';

const nameLength = 100;

/** What one member may have waiting for curators at a time. */
export const mostWaiting = 50;

type Proposal =
  | { kind: 'position'; name: string }
  | { kind: 'transition'; name: string; fromId: number; toId: number };

/** Takes a proposal from the member's allowance; call it before the transaction that makes it. @throws Refused 429 */
export const allowProposal = (scope: MemberScope) => enforceRateLimit(scope, 'map proposal');

/** Proposes a name that the map does not have. Until curators decide, it is seen on its proposer's items alone; the
 *  same name proposed again is the same proposal.
 *  @throws Invalid for a name without a letter, Refused beyond what may wait */
export async function proposeName(em: Em, { viewer, now }: MemberScope, proposal: Proposal): Promise<number> {
  const name = proposal.name.replace(/\s+/g, ' ').trim();
  const key = nameKey(name);
  if (key === '' || name.length > nameLength)
    throw new Invalid({ '': [`A name has a letter and at most ${nameLength} characters.`] });
  // Locks the member's row, so that parallel proposals are counted one by one.
  await db(em).selectFrom('users').select('id').where('id', '=', viewer.id).forNoKeyUpdate().execute();
  const waiting = await waitingOf(em, viewer.id);
  const same = waiting.find((each) => nameKey(each.name) === key && isSame(each, proposal));
  if (same) return same.id;
  if (waiting.length >= mostWaiting)
    throw new Refused(`You have ${mostWaiting} proposals waiting. Please wait until some are decided.`, {
      status: 409,
    });
  const common = { name, slug: slugOf(name), state: 'proposed' as const, proposed_by: viewer.id };
  const dates = { created_at: now(), updated_at: now() };
  const made =
    proposal.kind === 'position'
      ? db(em)
          .insertInto('map_positions')
          .values({ ...common, ...dates, family: 'other', is_waypoint: false, tags: [] })
          .returning('id')
      : db(em)
          .insertInto('map_transitions')
          .values({
            ...common,
            ...dates,
            from_id: proposal.fromId,
            to_id: proposal.toId,
            tags: [],
            seen_in: [],
          })
          .returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

async function waitingOf(em: Em, memberId: number) {
  const positions = await db(em)
    .selectFrom('map_positions')
    .select(['id', 'name'])
    .where('proposed_by', '=', memberId)
    .where('state', '=', 'proposed')
    .execute();
  const transitions = await db(em)
    .selectFrom('map_transitions')
    .select(['id', 'name', 'from_id as fromId', 'to_id as toId'])
    .where('proposed_by', '=', memberId)
    .where('state', '=', 'proposed')
    .execute();
  return [
    ...positions.map((each) => ({ ...each, kind: 'position' as const })),
    ...transitions.map((each) => ({ ...each, kind: 'transition' as const })),
  ];
}

function isSame(one: Proposal, other: Proposal): boolean {
  if (one.kind === 'position' || other.kind === 'position') return one.kind === other.kind;
  return one.fromId === other.fromId && one.toId === other.toId;
}

const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
