import { type Role, roleAfter } from '../graph/states.ts';
import { type Arc, actorOf, type MapPosition, type TechniqueMap } from '../graph/technique-map.server.ts';
import type { Look } from './drawn.server.ts';
import { taggedArc } from './family.server.ts';
import { shownArc } from './shown.server.ts';
import { countTags, filtered, type TagFilters } from './tags.ts';

/** What leads out of a position and into it, that has the tags; with a role, what its owner does comes first. */
export function positionView(
  map: TechniqueMap,
  { id }: MapPosition,
  { filters, as, look }: { filters: TagFilters; as: Role | null; look: Look },
) {
  const tagged = (arcs: readonly Arc[]) => arcs.map((arc) => taggedArc(map, arc));
  const [out, into] = [tagged(map.arcsFrom(id)), tagged(map.arcsInto(id))].map((arcs) =>
    filtered(arcs, filters),
  );
  /** The role at the beginning of an arc that ends in the viewer's role. */
  const before = (arc: Arc) => as && roleAfter(as, arc.changesRole);
  return {
    out: inOrder(out ?? [], (arc) => as && actorOf(arc) === as).map((arc) => shownArc(map, arc, look, as)),
    into: inOrder(into ?? [], (arc) => as && actorOf(arc) === before(arc)).map((arc) =>
      shownArc(map, arc, look, before(arc)),
    ),
    outOf: map.arcsFrom(id).length,
    intoOf: map.arcsInto(id).length,
    tags: countTags([...(out ?? []), ...(into ?? [])], filters.with),
  };
}

const inOrder = (tagged: readonly { arc: Arc }[], isFirst: (arc: Arc) => unknown) =>
  tagged
    .map(({ arc }) => arc)
    .toSorted(
      (one, other) =>
        Number(one.transition.isTap) - Number(other.transition.isTap) ||
        Number(Boolean(isFirst(other))) - Number(Boolean(isFirst(one))),
    );
