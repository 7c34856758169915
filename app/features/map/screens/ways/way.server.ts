import type { Scope } from '../../../../scope.ts';
import { type FamilyGroup, families, familyBySlug } from '../../graph/families.ts';
import type { Role } from '../../graph/states.ts';
import { actorOf, type TechniqueMap } from '../../graph/technique-map.server.ts';
import { findWays, type Way, type WeightOf } from '../../graph/ways.ts';
import { type FoundThing, findByName } from '../../names/find-by-name.server.ts';
import { titleOf } from '../labels.ts';
import type { WayQuestion } from './way.schema.ts';

/** Something that a person may have meant by a name. */
export interface Meaning {
  /** What to ask instead, which means this alone. */
  value: string;
  name: string;
  positionIds: number[];
}

/** One end of a question. */
export type WayEnd =
  | { kind: 'missing' }
  | { kind: 'unknown' }
  /** The text means several things, or nothing is called so and these are similar. */
  | { kind: 'unclear'; meanings: Meaning[]; isNear: boolean }
  | { kind: 'known'; meaning: Meaning; isNear: boolean };

export interface WayAnswer {
  from: WayEnd;
  to: WayEnd;
  /** It begins where it ends. */
  isSame: boolean;
  ways: Way[];
}

const mostMeanings = 12;
const mostFound = 50;

/** What the text means: a position by its number or name, or all positions that a term describes.
 *  @param side the end of a technique that stands for one which no position is called after */
export async function meaningOf(
  scope: Scope,
  map: TechniqueMap,
  text: string,
  side: 'from' | 'to',
): Promise<WayEnd> {
  if (!text) return { kind: 'missing' };
  const { positions, transitions, terms, isNear } = await findByName(scope, text, { limit: mostFound });
  const known = positions.filter(({ id }) => map.positions.has(id));
  const end = side === 'from' ? 'fromId' : 'toId';
  const ofTechniques = transitions.flatMap((found) => {
    const id = map.transitions.get(found.id)?.[end];
    return id === undefined ? [] : [{ ...found, id }];
  });
  const found = known.length > 0 ? known : ofTechniques;
  const best = found[0]?.match;
  const all = meanings(
    found.filter(({ match }) => match === best),
    terms,
  );
  const [first] = all;
  if (!first) return { kind: 'unknown' };
  if (all.length === 1) return { kind: 'known', meaning: first, isNear };
  // A word that is part of many names leads to few positions of each, so families and terms are offered by name.
  const further = terms
    .filter(({ match }) => match === best)
    .map(({ name }) => ({ value: name, name: titleOf(name), positionIds: [] }));
  const offered = new Map<string, Meaning>();
  for (const each of [...familiesCalled(map, text), ...all, ...further])
    if (!offered.has(each.name)) offered.set(each.name, each);
  return { kind: 'unclear', meanings: [...offered.values()].slice(0, mostMeanings), isNear };
}

/** The families on the map whose name has the text, with their positions. */
function familiesCalled(map: TechniqueMap, text: string): Meaning[] {
  return families.flatMap(({ slug, name }) => {
    const positionIds = map.positionsOf(slug).map(({ id }) => id);
    const isCalled = name.toLowerCase().includes(text.toLowerCase());
    return isCalled && positionIds.length > 0 ? [{ value: name, name, positionIds }] : [];
  });
}

/** Things of one name are one meaning, and so is what a term describes. */
function meanings(found: readonly FoundThing[], terms: readonly FoundThing[]): Meaning[] {
  const through = new Set(found.flatMap((thing) => thing.through ?? []));
  const [term] = through;
  // A position that is called as its term is one of those that the term describes: 'triangle'.
  if (term && through.size === 1 && found[0]?.match === 'exact') {
    return [{ value: term, name: titleOf(term), positionIds: found.map(({ id }) => id) }];
  }
  const termNames = new Set(terms.map(({ name }) => name));
  const groups = Map.groupBy(found, ({ through, name }) => (through ?? name).toLowerCase());
  return [...groups.values()].map((things) => {
    const [first] = things as [FoundThing];
    const name = first.through ?? first.name;
    const isOne = things.length === 1 && !termNames.has(name);
    return {
      value: isOne ? String(first.id) : name,
      name: titleOf(name),
      positionIds: [...new Set(things.map(({ id }) => id))],
    };
  });
}

/** Up to three ways between what the two ends mean. */
export async function answerWay(
  scope: Scope,
  map: TechniqueMap,
  { from: fromText, to: toText, as }: WayQuestion,
  openingOf: OpeningOf,
): Promise<WayAnswer> {
  const [from, to] = await Promise.all([
    meaningOf(scope, map, fromText, 'from'),
    meaningOf(scope, map, toText, 'to'),
  ]);
  const ways = waysBetween(map, positionsOf(from), positionsOf(to), as, openingOf);
  const isSame = ways.some(({ steps }) => steps.length === 0);
  return { from, to, isSame, ways: isSame ? [] : ways };
}

/** The same for a program, which cannot be asked what it means: every meaning of a name counts.
 *  @returns no ways when they begin where they end, and the text of an end that nothing is called after */
export async function answerEveryMeaning(
  scope: Scope,
  map: TechniqueMap,
  { from: fromText, to: toText, as }: WayQuestion,
  openingOf: OpeningOf,
): Promise<{ unknown: string | null; ways: Way[] }> {
  const [from, to] = await Promise.all([
    meaningOf(scope, map, fromText, 'from'),
    meaningOf(scope, map, toText, 'to'),
  ]);
  const every = (end: WayEnd) =>
    end.kind === 'unclear' ? end.meanings.flatMap(({ positionIds }) => positionIds) : positionsOf(end);
  const [starts, goals] = [every(from), every(to)];
  if (starts.length === 0 || goals.length === 0)
    return { unknown: starts.length === 0 ? fromText : toText, ways: [] };
  const ways = waysBetween(map, starts, goals, as, openingOf);
  return { unknown: null, ways: ways.filter(({ steps }) => steps.length > 0) };
}

/** Whether the viewer can watch an item for a technique. */
type OpeningOf = (transitionId: number) => { isOpen: boolean } | null;

/** Of two ways the one that can be learnt here comes first. */
const openWeight = 0.7;
/** A step of the partner's cannot be chosen, only waited for. */
const partnerWeight = 2;

/** Ways by which the viewer gets control of a pin or of the back. Where the map knows none, ways that end in the other role. */
function waysBetween(
  map: TechniqueMap,
  from: readonly number[],
  to: readonly number[],
  as: Role,
  openingOf: OpeningOf,
): Way[] {
  const weightOf: WeightOf = (arc, role) => {
    const actor = actorOf(arc);
    const byWhom = actor === null || actor === role ? 1 : partnerWeight;
    return openingOf(arc.transition.id)?.isOpen ? byWhom * openWeight : byWhom;
  };
  const wanted = wantedRole(map, to);
  const ways = findWays(map, { from, to, as, endAs: wanted }, weightOf);
  return ways.length > 0 || wanted === null ? ways : findWays(map, { from, to, as, endAs: null }, weightOf);
}

const wantedFromAbove: readonly FamilyGroup[] = ['pins', 'back'];

/** The role in which one wants to be in most of the goals; null when both are good. */
function wantedRole(map: TechniqueMap, goals: readonly number[]): Role | null {
  const fromAbove = goals.filter((id) => {
    const family = familyBySlug.get(map.positions.get(id)?.family ?? '');
    // In a turtle one may also want to be safe.
    return family && family.slug !== 'turtle' && wantedFromAbove.includes(family.group);
  });
  return 2 * fromAbove.length >= goals.length ? 'top' : null;
}

const positionsOf = (end: WayEnd) => (end.kind === 'known' ? end.meaning.positionIds : []);
