import { type FamilyGroup, families } from '../graph/families.ts';
import type { TechniqueMap } from '../graph/technique-map.server.ts';
import { familyPath } from './paths.ts';

export interface FamilyFacts {
  slug: string;
  name: string;
  group: FamilyGroup;
  path: string;
  positions: number;
  /** Techniques that begin in one of its positions. */
  transitionIds: number[];
}

export interface FamilyPair {
  one: string;
  other: string;
  /** Techniques from one to the other, in both directions. */
  ways: number;
}

export interface MapFacts {
  positions: number;
  transitions: number;
  families: FamilyFacts[];
  pairs: FamilyPair[];
}

const kept = new WeakMap<TechniqueMap, MapFacts>();

/** What the families hold and what joins them; computed once for each version of the map. */
export function mapFacts(map: TechniqueMap): MapFacts {
  const known = kept.get(map);
  if (known) return known;
  const positions = new Map<string, number>();
  for (const { family } of map.positions.values()) positions.set(family, (positions.get(family) ?? 0) + 1);
  const begin = new Map<string, number[]>();
  const pairs = new Map<string, FamilyPair>();
  for (const { id, fromId, toId } of map.transitions.values()) {
    const [from = '', to = ''] = [map.positions.get(fromId)?.family, map.positions.get(toId)?.family];
    begin.set(from, [...(begin.get(from) ?? []), id]);
    if (from === to) continue;
    const [one = '', other = ''] = [from, to].toSorted();
    const pair = pairs.get(`${one} ${other}`) ?? { one, other, ways: 0 };
    pairs.set(`${one} ${other}`, { ...pair, ways: pair.ways + 1 });
  }
  const facts = {
    positions: map.positions.size,
    transitions: map.transitions.size,
    families: families
      .filter(({ slug }) => positions.has(slug))
      .map(({ slug, name, group }) => ({
        slug,
        name,
        group,
        path: familyPath(slug),
        positions: positions.get(slug) ?? 0,
        transitionIds: begin.get(slug) ?? [],
      })),
    pairs: [...pairs.values()].toSorted((one, other) => other.ways - one.ways),
  };
  kept.set(map, facts);
  return facts;
}
