import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { type FoundThing, findByName } from '../../map/names/find-by-name.server.ts';
import type { ThingKind } from '../../map/names/names.server.ts';
import { numberIn } from './link-questions.ts';

/** What may be meant: `note` says what it is beside its name. */
export interface Candidate {
  kind: ThingKind;
  id: number;
  name: string;
  note: string | null;
}

/** What a text means: one thing, or several to choose from, the likeliest first. */
export type PlaceMeaning = { position: number } | { candidates: Candidate[] };
export type MoveMeaning = { transition: number } | { term: number } | { candidates: Candidate[] };

const mostShown = 8;
/** Transitions of one name that are compared with the ends of the item. */
const mostCompared = 200;

/** The position that a text names: by its id, or by a name that only one has. */
export async function meaningOfPlace(em: Em, text: string): Promise<PlaceMeaning> {
  const number = numberIn(text);
  const asked = number === null ? text : `p/${number}`;
  const { positions } = await findByName({ em }, asked, { kinds: ['position'], limit: mostShown });
  const exact = positions.filter(({ match }) => match === 'exact');
  const own = exact.filter(({ through }) => through === null);
  const [only] = own.length > 0 ? own : exact;
  if (only && (own.length || exact.length) === 1) return { position: only.id };
  return { candidates: positions.map(candidateOf) };
}

export interface Ends {
  startsId: number | null;
  endsId: number | null;
}

/** The transition or the technique that a text names. Between two known ends that is the transition from one to the
 *  other; without them a transition of that name, and else a technique that many transitions share, such as an armbar. */
export async function meaningOfMove(em: Em, text: string, ends: Ends): Promise<MoveMeaning> {
  const number = numberIn(text);
  const asked = number === null ? text : `t/${number}`;
  const found = await findByName({ em }, asked, { kinds: ['transition', 'term'], limit: mostCompared });
  const exact = found.transitions.filter(({ match }) => match === 'exact');
  const named = exact.filter(({ through }) => through === null).map(({ id }) => id);
  const fitting = await thoseBetween(
    em,
    exact.map(({ id }) => id),
    ends,
  );
  const both = ends.startsId !== null && ends.endsId !== null;
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1 && (both || named.includes(first)))
    return { transition: first };
  const [only] = named;
  if (only !== undefined && named.length === 1) return { transition: only };
  const terms = found.terms.filter(({ match }) => match === 'exact').map(({ id }) => id);
  const [term] = terms;
  const isGeneral = named.length === 0 && !(both && first !== undefined);
  if (term !== undefined && terms.length === 1 && isGeneral) return { term };
  const likely = new Set([...fitting, ...found.transitions.map(({ id }) => id)]);
  const general = found.terms.filter(({ match }) => terms.length === 0 || match === 'exact');
  return {
    candidates: [
      ...general
        .slice(0, mostShown / 2)
        .map((each) => ({ ...candidateOf(each), note: 'Any way of doing it' })),
      ...(await moves(em, [...likely].slice(0, mostShown))),
    ],
  };
}

/** The name that was found, or the term that led there, if it is not the name that is shown. */
const candidateOf = ({ kind, id, name, matched, through }: FoundThing): Candidate => {
  const other = through ?? matched;
  return { kind, id, name, note: other.toLowerCase() === name.toLowerCase() ? null : other };
};

async function moves(em: Em, ids: number[]): Promise<Candidate[]> {
  const found = await db(em)
    .selectFrom('map_transitions as t')
    .innerJoin('map_positions as a', 'a.id', 't.from_id')
    .innerJoin('map_positions as b', 'b.id', 't.to_id')
    .select(['t.id', 't.name', 'a.name as from', 'b.name as to'])
    .where('t.id', '=', anyOf('int4', ids))
    .execute();
  const byId = new Map(found.map((each) => [each.id, each]));
  return ids.flatMap((id) => {
    const move = byId.get(id);
    if (!move) return [];
    const { name, from, to } = move;
    return [{ kind: 'transition' as const, id, name, note: `From ${from} to ${to}` }];
  });
}

/** Those that can go from one end to the other; an end that is not known does not matter. */
async function thoseBetween(em: Em, ids: number[], { startsId, endsId }: Ends): Promise<number[]> {
  if (ids.length === 0 || (startsId === null && endsId === null)) return ids;
  const found = await db(em)
    .selectFrom('map_transitions')
    .select(['id', 'from_id as fromId', 'to_id as toId', 'both_ways as bothWays'])
    .where('id', '=', anyOf('int4', ids))
    .execute();
  const goes = (from: number, to: number) =>
    (startsId === null || startsId === from) && (endsId === null || endsId === to);
  const fits = new Set(
    found
      .filter(({ fromId, toId, bothWays }) => goes(fromId, toId) || (bothWays && goes(toId, fromId)))
      .map(({ id }) => id),
  );
  return ids.filter((id) => fits.has(id));
}
