import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Scope } from '../../../scope.ts';
import type { NameLanguage } from './languages.ts';
import {
  type FoundName,
  type MatchKind,
  matchKinds,
  namesFrom,
  namesNear,
  namesWith,
} from './name-candidates.server.ts';
import { type ThingKind, thingKinds } from './names.server.ts';
import { type ThingAddress, thingAddress } from './thing-address.ts';

export interface FoundThing {
  kind: ThingKind;
  id: number;
  slug: string;
  /** What it is called. */
  name: string;
  /** The name that was found, which may be another one or one of a term. */
  matched: string;
  language: NameLanguage;
  match: MatchKind;
  /** The term that led here ('half guard' for each position of half guard); null when its own name was found. */
  through: string | null;
}

/** What was found, the best first. */
export interface FoundThings {
  positions: FoundThing[];
  transitions: FoundThing[];
  terms: FoundThing[];
  /** The text was not found as it is written. */
  isNear: boolean;
}

interface FindOptions {
  /** What to look for; names of terms lead to the positions and transitions that they describe. */
  kinds?: readonly ThingKind[];
  /** Of each kind. */
  limit?: number;
}

const longestText = 200;
/** Terms of which one search lists what they describe. */
const mostTerms = 4;
const mostDescribed = 50;

/** Finds positions, transitions and terms by any of their names, by a number, or by an address that was pasted. Whole
 *  names come before beginnings, beginnings before names that have every word; similar spellings are looked for when
 *  there is none of these. */
export async function findByName(
  { em }: Pick<Scope, 'em'>,
  given: string,
  { kinds = thingKinds, limit = 12 }: FindOptions = {},
): Promise<FoundThings> {
  const text = given.slice(0, longestText);
  const address = thingAddress(text);
  const pointed = address ? await thingsAt(em, address, kinds) : [];
  if (address?.kind) return grouped(pointed, limit);

  const names: FoundName[] = await namesFrom(em, kinds, text);
  if (names.length < limit) names.push(...(await namesWith(em, kinds, text)));
  if (names.length === 0) names.push(...(await namesNear(em, kinds, text)));
  const terms = await rowsOf(em, 'term', [...bestNames('term', names, limit).keys()]);
  const things = [...pointed];
  for (const kind of kinds) things.push(...(await thingsOf(em, kind, names, { terms, limit })));
  return grouped(things, limit);
}

function grouped(things: readonly FoundThing[], limit: number): FoundThings {
  const seen = new Set<string>();
  const first = things.filter(({ kind, id }) => {
    const isNew = !seen.has(`${kind} ${id}`);
    seen.add(`${kind} ${id}`);
    return isNew;
  });
  const of = (kind: ThingKind) => first.filter((thing) => thing.kind === kind).slice(0, limit);
  return {
    positions: of('position'),
    transitions: of('transition'),
    terms: of('term'),
    isNear: first.length > 0 && first.every(({ match }) => match === 'near'),
  };
}

/** The first name of each thing of a kind; of some more than asked for, because a few may be no longer in use. */
function bestNames(kind: ThingKind, names: readonly FoundName[], limit: number): Map<number, FoundName> {
  const best = new Map<number, FoundName>();
  for (const name of names) {
    const id = name[`${kind}_id`];
    if (id !== null && !best.has(id) && best.size < 3 * limit) best.set(id, name);
  }
  return best;
}

/** The things of one kind that have these names, best first: own names before those of terms, for each way of finding. */
async function thingsOf(
  em: Em,
  kind: ThingKind,
  names: readonly FoundName[],
  { terms, limit }: { terms: Map<number, Row>; limit: number },
): Promise<FoundThing[]> {
  const best = bestNames(kind, names, limit);
  const rows = kind === 'term' ? terms : await rowsOf(em, kind, [...best.keys()]);
  const own = [...best].flatMap(([id, name]) => {
    const row = rows.get(id);
    return row ? [{ row, name, through: null as string | null }] : [];
  });
  const described = kind === 'term' ? [] : await describedBy(em, kind, names, terms);
  return [...own, ...described]
    .map((each, at) => ({ ...each, at }))
    .toSorted(
      (a, b) =>
        matchKinds.indexOf(a.name.match) - matchKinds.indexOf(b.name.match) ||
        Number(a.through !== null) - Number(b.through !== null) ||
        Number(a.row.isUnnamed) - Number(b.row.isUnnamed) ||
        a.at - b.at,
    )
    .map(({ row, name, through }) => ({
      kind,
      id: row.id,
      slug: row.slug,
      name: row.name,
      through,
      matched: name.text,
      language: name.language,
      match: name.match,
    }));
}

interface Row {
  id: number;
  slug: string;
  name: string;
  /** A waypoint, which has its name from a transition. */
  isUnnamed: boolean;
}

async function rowsOf(em: Em, kind: ThingKind, ids: readonly number[]): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  const rows = kind === 'term' ? await termRows(em, ids) : await graphRows(em, kind, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

const termRows = (em: Em, ids: readonly number[]): Promise<Row[]> =>
  db(em)
    .selectFrom('map_terms as term')
    .innerJoin('map_names as name', 'name.term_id', 'term.id')
    .select(['term.id', 'term.slug', 'name.text as name', sql<boolean>`false`.as('isUnnamed')])
    .where('term.id', '=', anyOf('int4', ids))
    .where('name.language', '=', 'en')
    .where('name.is_preferred', '=', true)
    .execute();

/** Both tables have the columns that are read here. */
const tableOf = (kind: 'position' | 'transition') => `map_${kind}s` as 'map_positions';

const isWaypoint = sql<boolean>`thing.is_waypoint`;
const isNot = sql<boolean>`false`;

function graphRows(em: Em, kind: 'position' | 'transition', ids: readonly number[]): Promise<Row[]> {
  return db(em)
    .selectFrom(`${tableOf(kind)} as thing`)
    .select(['thing.id', 'thing.slug', 'thing.name'])
    .select((kind === 'position' ? isWaypoint : isNot).as('isUnnamed'))
    .where('thing.id', '=', anyOf('int4', ids))
    .where('thing.state', '=', 'accepted')
    .execute();
}

/** What the best terms describe: positions of the term's own family first, then the most connected ones. */
async function describedBy(
  em: Em,
  kind: 'position' | 'transition',
  names: readonly FoundName[],
  terms: Map<number, Row>,
) {
  const best = [...bestNames('term', names, mostTerms)].slice(0, mostTerms);
  if (best.length === 0) return [];
  const isOfOtherFamily = sql<boolean>`thing.family <> (select slug from map_terms where id = link.term_id)`;
  const arcs = sql<number>`-(select count(*) from map_transitions where from_id = thing.id)`;
  const rows = await db(em)
    .selectFrom('map_term_links as link')
    .innerJoin(`${tableOf(kind)} as thing`, 'thing.id', `link.${kind}_id` as 'link.position_id')
    .select(['link.term_id', 'thing.id', 'thing.slug', 'thing.name'])
    .select((kind === 'position' ? isWaypoint : isNot).as('isUnnamed'))
    .where(
      'link.term_id',
      '=',
      anyOf(
        'int4',
        best.map(([id]) => id),
      ),
    )
    .where('thing.state', '=', 'accepted')
    .$if(kind === 'position', (query) => query.orderBy(isWaypoint).orderBy(isOfOtherFamily).orderBy(arcs))
    .orderBy('thing.id')
    .limit(mostDescribed)
    .execute();
  const nameOf = new Map(best);
  return rows.flatMap(({ term_id, ...row }) => {
    const name = nameOf.get(term_id);
    return name ? [{ row, name, through: terms.get(term_id)?.name ?? name.text }] : [];
  });
}

/** The things at a number or an address; a merged one leads to what it became part of. */
async function thingsAt(
  em: Em,
  { kind, id }: ThingAddress,
  kinds: readonly ThingKind[],
): Promise<FoundThing[]> {
  const found: FoundThing[] = [];
  for (const each of ['position', 'transition'] as const) {
    if (!kinds.includes(each) || (kind !== null && kind !== each)) continue;
    const row = await graphRowAt(em, each, id);
    if (!row) continue;
    const { isUnnamed: _, ...facts } = row;
    found.push({ kind: each, ...facts, matched: row.name, language: 'en', match: 'exact', through: null });
  }
  return found;
}

async function graphRowAt(em: Em, kind: 'position' | 'transition', id: number): Promise<Row | undefined> {
  const at = await mergedInto(em, kind, id);
  const [row] = await graphRows(em, kind, [at]);
  if (row) return row;
  // It may have been merged between these two statements.
  const into = await mergedInto(em, kind, at);
  return into === at ? undefined : (await graphRows(em, kind, [into]))[0];
}

async function mergedInto(em: Em, kind: 'position' | 'transition', id: number): Promise<number> {
  let at = id;
  // Merging into something that was merged later makes a chain; it cannot be a long one.
  for (let step = 0; step < 8; step += 1) {
    const row = await db(em)
      .selectFrom(tableOf(kind))
      .select('merged_into')
      .where('id', '=', at)
      .executeTakeFirst();
    if (!row?.merged_into) break;
    at = row.merged_into;
  }
  return at;
}
