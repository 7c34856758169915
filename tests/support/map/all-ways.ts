import { otherRole, type Role } from '../../../app/features/map/graph/states.ts';
import type { Arc, TechniqueMap } from '../../../app/features/map/graph/technique-map.server.ts';
import { costOfArc, type WeightOf } from '../../../app/features/map/graph/ways.ts';
import type { PairQuestion } from './ways-between.ts';

interface Route {
  arcs: Arc[];
  cost: number;
}

/** A position and a role as one number. */
const placeOf = (id: number, role: Role) => 2 * id + (role === 'top' ? 1 : 0);
const after = (place: number, { toId, changesRole }: Arc) => {
  const role = place % 2 === 1 ? 'top' : 'bottom';
  return placeOf(toId, changesRole ? otherRole(role) : role);
};

/** Yen's search for the cheapest routes without a circle, over a plain search that goes on until nothing gets cheaper.
 *  It is slow and easy to check: `findWays` is compared with it. */
export function cheapestRoutes(
  map: TechniqueMap,
  { from, to, as }: PairQuestion,
  most: number,
  weightOf: WeightOf = () => 1,
): Route[] {
  const start = placeOf(from, as);
  const search = { map, to, weightOf };
  const found: Route[] = [];
  const first = cheapestRoute(search, start, new Set(), new Set());
  const waiting = first ? [first] : [];
  while (found.length < most) {
    waiting.sort((a, b) => a.cost - b.cost);
    const next = waiting.shift();
    if (!next) break;
    found.push(next);
    if (found.length === most) break;
    next.arcs.forEach((_, at) => {
      const head = next.arcs.slice(0, at);
      const places = [start];
      for (const arc of head) places.push(after(places.at(-1)!, arc));
      const here = places.pop()!;
      const same = found.filter(({ arcs }) => head.every((arc, n) => arcs[n] === arc));
      const rest = cheapestRoute(search, here, new Set(same.map(({ arcs }) => arcs[at]!)), new Set(places));
      if (!rest) return;
      const arcs = [...head, ...rest.arcs];
      const isKnown = [...found, ...waiting].some(
        (each) => each.arcs.length === arcs.length && each.arcs.every((arc, n) => arc === arcs[n]),
      );
      const cost = arcs.reduce((sum, arc) => sum + costOfArc(map, arc, weightOf), 0);
      if (!isKnown) waiting.push({ arcs, cost });
    });
  }
  return found;
}

interface Search {
  map: TechniqueMap;
  to: number;
  weightOf: WeightOf;
}

/** Bellman and Ford's search. @param without arcs that the start may not take @param closed places not to go through */
function cheapestRoute(
  { map, to, weightOf }: Search,
  start: number,
  without: ReadonlySet<Arc>,
  closed: ReadonlySet<number>,
): Route | null {
  const costs: number[] = [];
  const arcTo: Arc[] = [];
  const placeBefore: number[] = [];
  costs[start] = 0;
  let edge = new Set([start]);
  while (edge.size > 0) {
    const reached = new Set<number>();
    for (const place of edge) {
      if (place >> 1 === to) continue;
      for (const arc of map.arcsFrom(place >> 1)) {
        if (place === start && without.has(arc)) continue;
        if (arc.transition.isTap && arc.toId !== to) continue;
        const next = after(place, arc);
        const cost = costs[place]! + costOfArc(map, arc, weightOf);
        if (closed.has(next) || cost >= (costs[next] ?? Number.POSITIVE_INFINITY) - 1e-12) continue;
        costs[next] = cost;
        arcTo[next] = arc;
        placeBefore[next] = place;
        reached.add(next);
      }
    }
    edge = reached;
  }
  const ends = [placeOf(to, 'top'), placeOf(to, 'bottom')].filter((place) => costs[place] !== undefined);
  const end = ends.sort((a, b) => costs[a]! - costs[b]!)[0];
  if (end === undefined || end === start) return null;
  const arcs: Arc[] = [];
  for (let place = end; place !== start; place = placeBefore[place]!) arcs.unshift(arcTo[place]!);
  return { arcs, cost: costs[end]! };
}
