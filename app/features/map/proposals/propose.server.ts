import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import type { Role, Ruleset } from '../graph/states.ts';
import { slugOf } from '../import/slug.ts';
import { nameKey } from '../names/name-key.ts';
import type { MapThing } from './map-thing.ts';
import { isName, nameRule, oneLine } from './name-rules.ts';
import { namedThing } from './named-thing.server.ts';
import type { DetailsInput, ProposeInput } from './proposal.schema.ts';

/** What one member may have waiting for curators at a time. */
export const mostWaiting = 50;

interface Common {
  name: string;
  source?: string | null;
}
type Proposal = Common &
  (
    | { kind: 'position'; looksLike?: number | null }
    | { kind: 'transition'; fromId: number; toId: number; actor?: Role | null; ruleset?: Ruleset }
  );

/** Takes a proposal from the member's allowance; call it before the transaction that makes it. @throws Refused 429 */
export const allowProposal = (scope: MemberScope) => enforceRateLimit(scope, 'map proposal');

/** Proposes a position or a transition. @throws Invalid for names that mean nothing or several things, Refused */
export async function propose(scope: MemberScope, { kind, ...input }: ProposeInput): Promise<MapThing> {
  await allowProposal(scope);
  return scope.em.transactional(async (em) => {
    const { name, source } = input;
    if (kind === 'position') {
      const looksLike = await looksLikeOf(em, input.looksLike);
      return { kind, id: await proposeName(em, scope, { kind, name, source, looksLike }) };
    }
    const ends = await endsOf(em, input);
    const proposal = { kind, name, source, ...ends, actor: actorOf(input.actor), ruleset: input.ruleset };
    return { kind, id: await proposeName(em, scope, proposal) };
  });
}

export const actorOf = (actor: Role | 'both' | undefined): Role | null =>
  actor === 'both' ? null : (actor ?? null);

export const looksLikeOf = (em: Em, text: string | undefined) =>
  text ? namedThing(em, 'position', { field: 'looksLike', text }) : null;

async function endsOf(em: Em, { from = '', to = '' }: Pick<DetailsInput, 'from' | 'to'>) {
  const fromId = await namedThing(em, 'position', { field: 'from', text: from });
  return { fromId, toId: await namedThing(em, 'position', { field: 'to', text: to }) };
}

/** Proposes a name that the map does not have. Until curators decide, it is seen on its proposer's items alone; the
 *  same name proposed again is the same proposal.
 *  @throws Invalid for a name without a letter, Refused beyond what may wait */
export async function proposeName(em: Em, { viewer, now }: MemberScope, proposal: Proposal): Promise<number> {
  const name = oneLine(proposal.name);
  if (!isName(name)) throw new Invalid({ '': [nameRule] });
  // Parallel proposals of a member are counted one by one.
  await lockMembers(em, [viewer.id]);
  const waiting = await waitingOf(em, viewer.id);
  const same = waiting.find((each) => nameKey(each.name) === nameKey(name) && isSame(each, proposal));
  if (same) return same.id;
  if (waiting.length >= mostWaiting)
    throw new Refused(`You have ${mostWaiting} proposals waiting. Please wait until some are decided.`, {
      status: 409,
    });
  const common = {
    name,
    slug: slugOf(name),
    state: 'proposed' as const,
    proposed_by: viewer.id,
    tags: [],
    source: proposal.source || null,
    created_at: now(),
    updated_at: now(),
  };
  const made =
    proposal.kind === 'position'
      ? db(em)
          .insertInto('map_positions')
          .values({ ...common, family: 'other', is_waypoint: false, looks_like: proposal.looksLike ?? null })
          .returning('id')
      : db(em)
          .insertInto('map_transitions')
          .values({
            ...common,
            from_id: proposal.fromId,
            to_id: proposal.toId,
            seen_in: [],
            actor: proposal.actor ?? null,
            ruleset: proposal.ruleset ?? 'both',
          })
          .returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

/** Changes what its proposer says about a proposal that waits. @throws NotFound, Invalid, Refused once it is decided */
export async function describeProposal(
  { em, viewer, now }: MemberScope,
  { kind, id }: MapThing,
  input: DetailsInput,
): Promise<void> {
  await em.transactional(async (em) => {
    const own = await db(em)
      .selectFrom(tableOf(kind))
      .select('state')
      .where('id', '=', id)
      .where('proposed_by', '=', viewer.id)
      .executeTakeFirst();
    if (!own) throw new NotFound();
    const facts = {
      name: input.name,
      slug: slugOf(input.name),
      source: input.source || null,
      updated_at: now(),
    };
    const ends = kind === 'transition' && (input.from || input.to) ? await endsOf(em, input) : null;
    const moved = ends && { from_id: ends.fromId, to_id: ends.toId };
    const changed =
      kind === 'position'
        ? db(em)
            .updateTable('map_positions')
            .set({ ...facts, looks_like: await looksLikeOf(em, input.looksLike) })
        : db(em)
            .updateTable('map_transitions')
            .set({ ...facts, ...moved, actor: actorOf(input.actor), ruleset: input.ruleset ?? 'both' });
    // A curator may decide at the same moment.
    const { numUpdatedRows } = await (changed as ReturnType<typeof updateOf>)
      .where('id', '=', id)
      .where('proposed_by', '=', viewer.id)
      .where('state', '=', 'proposed')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new Refused('A curator has decided on it, so it can no longer be changed.', { status: 409 });
  });
}

const updateOf = (em: Em) => db(em).updateTable('map_positions').set({ source: null });

/** Both tables have the columns that are read by this name. */
export const tableOf = (kind: MapThing['kind']) => `map_${kind}s` as 'map_positions';

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
