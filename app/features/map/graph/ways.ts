import { otherRole, type Role } from './states.ts';
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

export interface WayQuestion {
  /** Ids of positions. */
  from: number;
  to: number;
  /** The role of the one who asks, at the start. */
  as: Role;
}

/** Makes a step cheaper (0.7) or dearer; a number above 0. */
export type WeightOf = (arc: Arc) => number;

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
const ownShare = 1 / 3;

/** Up to `most` really different ways, the cheapest first. No way leads through a tap, which ends everything. Empty when
 *  there is none, or no such position; one way without steps from a position to itself. */
export function findWays(
  map: TechniqueMap,
  { from, to, as }: WayQuestion,
  weightOf: WeightOf = () => 1,
  most = 3,
): Way[] {
  if (!map.positions.has(from) || !map.positions.has(to)) return [];
  if (from === to) return [{ steps: [], cost: 0 }];
  const costs = new Map<Arc, number>();
  const factors = new Map<Arc, number>();
  const costOf = (arc: Arc): number => {
    let cost = costs.get(arc);
    if (cost === undefined) {
      cost = costOfArc(map, arc, weightOf);
      costs.set(arc, cost);
    }
    return cost;
  };
  const ways: Way[] = [];
  for (let search = 0; search < mostSearches && ways.length < most; search++) {
    const steps = cheapest(map, { from, to, as }, (arc) => costOf(arc) * (factors.get(arc) ?? 1));
    if (!steps) break;
    const cost = steps.reduce((sum, { arc }) => sum + costOf(arc), 0);
    const isShort = ways.length === 0 || cost <= longerTimes * ways[0]!.cost + longerBy;
    if (isShort && ways.every((way) => isDifferent(steps, way.steps))) ways.push({ steps, cost });
    for (const { arc } of steps) factors.set(arc, (factors.get(arc) ?? 1) * repeatFactor);
  }
  return ways.sort((a, b) => a.cost - b.cost);
}

/** What a step costs without regard to other ways. */
export function costOfArc(map: TechniqueMap, arc: Arc, weightOf: WeightOf = () => 1): number {
  const isWaypoint = map.positions.get(arc.toId)?.isWaypoint ?? false;
  return (1 + (isWaypoint ? waypointCost : 0)) * weightOf(arc);
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

/** Dijkstra's search over positions and roles: the same picture from the other side is another place. */
function cheapest(
  map: TechniqueMap,
  { from, to, as }: WayQuestion,
  costOf: (arc: Arc) => number,
): WayStep[] | null {
  const best = new Map<number, { cost: number; step: WayStep | null; isDone: boolean }>();
  const ahead = new Ahead();
  const reach = (id: number, role: Role, cost: number, step: WayStep | null) => {
    const place = placeOf(id, role);
    const known = best.get(place);
    if (known && known.cost <= cost) return;
    best.set(place, { cost, step, isDone: false });
    ahead.push(cost, place);
  };
  reach(from, as, 0, null);
  for (let place = ahead.pop(); place !== null; place = ahead.pop()) {
    const here = best.get(place)!;
    if (here.isDone) continue;
    here.isDone = true;
    const [id, role] = [place >> 1, roleAt(place)];
    if (id === to) return stepsTo(best, place);
    for (const arc of map.arcsFrom(id)) {
      if (arc.transition.isTap && arc.toId !== to) continue;
      const after = arc.changesRole ? otherRole(role) : role;
      const step = { arc, roleBefore: role, roleAfter: after };
      reach(arc.toId, after, here.cost + costOf(arc), step);
    }
  }
  return null;
}

const placeOf = (id: number, role: Role) => 2 * id + (role === 'top' ? 1 : 0);
const roleAt = (place: number): Role => (place % 2 === 1 ? 'top' : 'bottom');

function stepsTo(best: Map<number, { step: WayStep | null }>, place: number): WayStep[] {
  const steps: WayStep[] = [];
  for (let step = best.get(place)!.step; step; ) {
    steps.unshift(step);
    step = best.get(placeOf(step.arc.fromId, step.roleBefore))!.step;
  }
  return steps;
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
