import { familyBySlug } from '../graph/families.ts';
import { type Arc, type MapPosition, type TechniqueMap, tagsOf } from '../graph/technique-map.server.ts';
import type { Look } from './drawn.server.ts';
import { titleOf } from './labels.ts';
import { familyPath } from './paths.ts';
import { pathOfArc, shownPosition, titleOfArc } from './shown.server.ts';
import { countTags, filtered, type TagFilters } from './tags.ts';

/** An arc with what filters ask for. */
export const taggedArc = (map: TechniqueMap, arc: Arc) => ({
  arc,
  ruleset: arc.transition.ruleset,
  allTags: new Set(tagsOf(map, arc.transition)),
});

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'en');

/** The positions of a family that have the tags, and the techniques that lead out of it, by where they lead. */
export function familyView(map: TechniqueMap, slug: string, filters: TagFilters, look: Look) {
  const own = map.positionsOf(slug);
  const tagged = own.map((position) => ({ position, allTags: new Set(position.tags) }));
  const kept = filtered(tagged, filters).map(({ position }) => position);
  const outward = own
    .flatMap(({ id }) => map.arcsFrom(id))
    .filter(({ toId }) => map.positions.get(toId)?.family !== slug);
  const keptArcs = filtered(
    outward.map((arc) => taggedArc(map, arc)),
    filters,
  ).map(({ arc }) => arc);
  return {
    positions: kept.toSorted(byMostWays(map)).map((position) => ({
      ...shownPosition(map, position, look),
      into: map.arcsInto(position.id).length,
      out: map.arcsFrom(position.id).length,
    })),
    all: own.length,
    tags: countTags(filtered(tagged, filters), filters.with),
    ways: waysOut(map, keptArcs),
  };
}

const byMostWays = (map: TechniqueMap) => (one: MapPosition, other: MapPosition) =>
  Number(one.isWaypoint) - Number(other.isWaypoint) ||
  map.arcsFrom(other.id).length +
    map.arcsInto(other.id).length -
    map.arcsFrom(one.id).length -
    map.arcsInto(one.id).length ||
  byName(one, other);

/** Techniques by the family that they lead to, the most first. */
function waysOut(map: TechniqueMap, arcs: readonly Arc[]) {
  const groups = Map.groupBy(arcs, ({ toId }) => map.positions.get(toId)?.family ?? '');
  return [...groups]
    .map(([slug, led]) => ({
      family: familyBySlug.get(slug)?.name ?? slug,
      path: familyPath(slug),
      arcs: led
        .map((arc) => ({
          id: arc.transition.id,
          name: titleOfArc(map, arc),
          path: pathOfArc(arc),
          from: titleOf(map.positions.get(arc.fromId)?.name ?? ''),
        }))
        .toSorted(byName),
    }))
    .toSorted((one, other) => other.arcs.length - one.arcs.length);
}
