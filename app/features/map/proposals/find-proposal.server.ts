import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { type FoundThing, findByName } from '../names/find-by-name.server.ts';
import type { MapThing } from './map-thing.ts';
import { tableOf } from './propose.server.ts';

/** What both kinds have. @throws NotFound also for what came with the imported file */
async function findCommon(em: Em, { kind, id }: MapThing) {
  const found = await db(em)
    .selectFrom(`${tableOf(kind)} as thing`)
    .leftJoin('users as p', 'p.id', 'thing.proposed_by')
    .leftJoin('users as d', 'd.id', 'thing.decided_by')
    .leftJoin(`${tableOf(kind)} as target`, 'target.id', 'thing.merged_into')
    .select([
      ...(['thing.id', 'thing.slug', 'thing.name', 'thing.state', 'thing.source'] as const),
      ...(['thing.decline_reason as reason', 'thing.created_at as createdAt'] as const),
      ...(['thing.decided_at as decidedAt', 'thing.proposed_by as proposerId'] as const),
      ...(['p.username as proposer', 'd.username as decidedBy'] as const),
      ...(['target.id as intoId', 'target.name as intoName'] as const),
    ])
    .where('thing.id', '=', id)
    .where('thing.origin_key', 'is', null)
    .executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

const positionFacts = (em: Em, id: number) =>
  db(em)
    .selectFrom('map_positions as thing')
    .leftJoin('map_positions as like', 'like.id', 'thing.looks_like')
    .select(['thing.family', 'like.id as likeId', 'like.name as likeName'])
    .where('thing.id', '=', id)
    .executeTakeFirstOrThrow();

const transitionFacts = (em: Em, id: number) =>
  db(em)
    .selectFrom('map_transitions as thing')
    .innerJoin('map_positions as a', 'a.id', 'thing.from_id')
    .innerJoin('map_positions as b', 'b.id', 'thing.to_id')
    .select([
      ...(['a.id as fromId', 'a.name as fromName', 'a.state as fromState'] as const),
      ...(['b.id as toId', 'b.name as toName', 'b.state as toState'] as const),
      ...(['thing.actor', 'thing.ruleset', 'thing.changes_role as changesRole'] as const),
      'thing.both_ways as bothWays',
    ])
    .where('thing.id', '=', id)
    .executeTakeFirstOrThrow();

/** A proposal with all that is known of it. @throws NotFound */
export async function findProposal({ em }: Pick<Scope, 'em'>, { kind, id }: MapThing) {
  const common = await findCommon(em, { kind, id });
  return {
    ...common,
    kind,
    seen: stateSeen(common),
    position: kind === 'position' ? await positionFacts(em, id) : null,
    transition: kind === 'transition' ? await transitionFacts(em, id) : null,
  };
}
export type FoundProposal = Awaited<ReturnType<typeof findProposal>>;

/** Changes with each decision. */
export const stateSeen = ({ state, decidedAt }: { state: string; decidedAt: string | null }): string =>
  decidedAt === null ? state : `${state} ${new Date(decidedAt).getTime()}`;

/** What of the map has a name like this. */
export async function nearNames(scope: Pick<Scope, 'em'>, kind: MapThing['kind'], text: string) {
  const found: FoundThing[] = (await findByName(scope, text, { kinds: [kind], limit: 8 }))[`${kind}s`];
  return found.map(({ id, slug, name, matched, through }) => ({
    id,
    slug,
    name,
    note: (through ?? matched) === name ? null : (through ?? matched),
  }));
}
