import { otherRole, type Role, roles } from './states.ts';
import type { Arc, TechniqueMap } from './technique-map.server.ts';

export interface WayStep {
  arc: Arc;
  roleBefore: Role;
  roleAfter: Role;
}

/** A way from one position to another. Without steps: it begins where it ends. */
export interface Way {
  steps: WayStep[];
  cost: number;
}

/** A question about names: each means one position or more. */
export interface WaySearch {
  /** Ids of positions. */
  from: readonly number[];
  to: readonly number[];
  /** The role of the one who asks, at the start. */
  as: Role;
  /** The role in which the way must end; null where it does not matter. */
  endAs: Role | null;
}

/** Makes a step cheaper (0.7) or dearer, for one who begins it in this role; a number above 0. */
export type WeightOf = (arc: Arc, roleBefore: Role) => number;

/** A waypoint has no name of its own, so a way through named positions is easier to follow. */
const waypointCost = 0.5;
/** What the steps of a way cost more in the search for the next. */
const repeatFactor = 1.5;
/** Searches for one question. */
const mostSearches = 8;
/** A further way is at most so many times as long as the first, and `longerBy` more. */
const longerTimes = 2;
const longerBy = 2;
/** The share of the positions on a way that none of the other ways goes through. */
const ownShare = 1 / 2;

/** Up to `most` really different ways from any of some positions to any of others, the cheapest first. No way leads
 *  through a tap, which ends everything. Empty when there is none, or no such position; one way without steps when all
 *  starts are goals. */
export function findWays(
  map: TechniqueMap,
  { from, to, as, endAs }: WaySearch,
  weightOf: WeightOf = () => 1,
  most = 3,
): Way[] {
  const places = placesOf(map);
  const known = (ids: readonly number[]) => ids.flatMap((id) => places.numberOf.get(id) ?? []);
  const [all, goals] = [known(from), new Set(known(to))];
  if (all.length === 0 || goals.size === 0) return [];
  const starts = all.filter((start) => !goals.has(start));
  if (starts.length === 0) return [{ steps: [], cost: 0 }];
  const ownCosts = costsOf(map, places, weightOf);
  const costs = ownCosts.slice();
  const ways: Way[] = [];
  for (let search = 0; search < mostSearches && ways.length < most; search++) {
    const route = cheapest(places, { starts, goals, as, endAs }, costs);
    if (!route) break;
    const steps = stepsOf(route, places, as);
    const cost = route.reduce((sum, arc, at) => sum + ownCosts[2 * arc + sideOf(steps[at]!.roleBefore)]!, 0);
    const isShort = ways.length === 0 || cost <= longerTimes * ways[0]!.cost + longerBy;
    if (isShort && ways.every((way) => isDifferent(steps, way.steps))) ways.push({ steps, cost });
    for (const arc of route) for (const side of [0, 1]) costs[2 * arc + side]! *= repeatFactor;
  }
  return ways.sort((a, b) => a.cost - b.cost);
}

const sideOf = (role: Role) => (role === 'top' ? 1 : 0);

/** What each arc costs to one at the bottom, and to one on top. */
function costsOf(map: TechniqueMap, { arcs }: Places, weightOf: WeightOf): Float64Array {
  const costs = new Float64Array(2 * arcs.length);
  arcs.forEach((arc, at) => {
    for (const role of roles) costs[2 * at + sideOf(role)] = costOfArc(map, arc, weightOf, role);
  });
  return costs;
}

/** What a step costs without regard to other ways. */
export function costOfArc(
  map: TechniqueMap,
  arc: Arc,
  weightOf: WeightOf = () => 1,
  roleBefore: Role = 'top',
): number {
  const isWaypoint = map.positions.get(arc.toId)?.isWaypoint ?? false;
  return (1 + (isWaypoint ? waypointCost : 0)) * weightOf(arc, roleBefore);
}

/** The same ways, and those with a small detour only, are not different. */
export function isDifferent(a: readonly WayStep[], b: readonly WayStep[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length === 1) return !longer.some(({ arc }) => arc === shorter[0]!.arc);
  const passed = new Set(between(longer));
  const own = between(shorter).filter((id) => !passed.has(id));
  return own.length >= Math.max(1, Math.ceil(ownShare * (shorter.length - 1)));
}

/** The positions that a way goes through. */
const between = (steps: readonly WayStep[]) => steps.slice(0, -1).map(({ arc }) => arc.toId);

function stepsOf(route: readonly number[], { arcs }: Places, as: Role): WayStep[] {
  let role = as;
  return route.map((at) => {
    const arc = arcs[at]!;
    const roleBefore = role;
    if (arc.changesRole) role = otherRole(role);
    return { arc, roleBefore, roleAfter: role };
  });
}

/** The map as numbers, for a search that takes less than a millisecond. A place is a position and a role: the number of
 *  the position twice, and one more on top. */
interface Places {
  numberOf: ReadonlyMap<number, number>;
  arcs: readonly Arc[];
  /** The arcs of position n begin at `first[n]` and end before `first[n + 1]`. */
  first: Int32Array;
  /** The number of the position to which each arc leads. */
  leadsTo: Int32Array;
  /** 1 for arcs that change the role. */
  turns: Uint8Array;
  isTap: Uint8Array;
}

const worked = new WeakMap<TechniqueMap, Places>();

function placesOf(map: TechniqueMap): Places {
  const known = worked.get(map);
  if (known) return known;
  const ids = [...map.positions.keys()];
  const numberOf = new Map(ids.map((id, at) => [id, at]));
  const lists = ids.map((id) => map.arcsFrom(id));
  const arcs = lists.flat();
  const first = new Int32Array(ids.length + 1);
  lists.forEach((list, at) => {
    first[at + 1] = first[at]! + list.length;
  });
  const made = {
    numberOf,
    arcs,
    first,
    leadsTo: Int32Array.from(arcs, ({ toId }) => numberOf.get(toId)!),
    turns: Uint8Array.from(arcs, ({ changesRole }) => Number(changesRole)),
    isTap: Uint8Array.from(arcs, ({ transition }) => Number(transition.isTap)),
  };
  worked.set(map, made);
  return made;
}

/** A question in the numbers of positions. */
interface NumberedQuestion {
  starts: readonly number[];
  goals: ReadonlySet<number>;
  as: Role;
  endAs: Role | null;
}

/** Dijkstra's search over positions and roles: the same picture from the other side is another place.
 *  @returns the numbers of the arcs, or null */
function cheapest(
  { first, leadsTo, turns, isTap }: Places,
  { starts, goals, as, endAs }: NumberedQuestion,
  costs: Float64Array,
): number[] | null {
  const count = 2 * (first.length - 1);
  const best = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const arcTo = new Int32Array(count).fill(-1);
  const placeBefore = new Int32Array(count);
  const isDone = new Uint8Array(count);
  const endSide = endAs && sideOf(endAs);
  const ahead = new Ahead();
  for (const start of starts) {
    best[2 * start + sideOf(as)] = 0;
    ahead.push(0, 2 * start + sideOf(as));
  }
  for (let place = ahead.pop(); place !== null; place = ahead.pop()) {
    const position = place >> 1;
    const isEnd = goals.has(position) && (endSide === null || (place & 1) === endSide);
    if (isEnd) return arcsTo(place, arcTo, placeBefore);
    if (isDone[place]) continue;
    isDone[place] = 1;
    for (let arc = first[position]!; arc < first[position + 1]!; arc++) {
      const end = leadsTo[arc]!;
      if (isTap[arc] && !goals.has(end)) continue;
      const next = 2 * end + ((place & 1) ^ turns[arc]!);
      const cost = best[place]! + costs[2 * arc + (place & 1)]!;
      if (cost >= best[next]!) continue;
      best[next] = cost;
      arcTo[next] = arc;
      placeBefore[next] = place;
      ahead.push(cost, next);
    }
  }
  return null;
}

function arcsTo(end: number, arcTo: Int32Array, placeBefore: Int32Array): number[] {
  const arcs: number[] = [];
  for (let place = end; arcTo[place] !== -1; place = placeBefore[place]!) arcs.push(arcTo[place]!);
  return arcs.reverse();
}

/** Places that the search may still go to, the cheapest first: a binary heap. */
class Ahead {
  private readonly costs: number[] = [];
  private readonly places: number[] = [];

  push(cost: number, place: number) {
    let at = this.costs.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.costs[parent]! <= cost) break;
      this.put(at, this.costs[parent]!, this.places[parent]!);
      at = parent;
    }
    this.put(at, cost, place);
  }

  pop(): number | null {
    const first = this.places[0];
    if (first === undefined) return null;
    const cost = this.costs.pop()!;
    const place = this.places.pop()!;
    const count = this.costs.length;
    if (count === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && this.costs[child + 1]! < this.costs[child]!) child += 1;
      if (this.costs[child]! >= cost) break;
      this.put(at, this.costs[child]!, this.places[child]!);
      at = child;
    }
    this.put(at, cost, place);
    return first;
  }

  private put(at: number, cost: number, place: number) {
    this.costs[at] = cost;
    this.places[at] = place;
  }
}
