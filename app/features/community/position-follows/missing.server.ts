import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Scope } from '../../../scope.ts';
import { keptFor } from '../../library/map-links/kept.server.ts';
import { taughtPositions, taughtTransitions } from '../../library/map-links/taught.server.ts';
import { nameOfArc, type TechniqueMap, techniqueMap } from '../../map/graph/technique-map.server.ts';

export interface MissingPosition {
  id: number;
  slug: string;
  name: string;
  followers: number;
  /** Ways out of it that no item shows. */
  ways: { id: number; name: string }[];
}

const mostWays = 6;
const keptMs = 30_000;

/** Positions in which no published item begins or ends: the most followed first, then those that most ways leave. */
const missingPositions = keptFor(keptMs, async (context): Promise<readonly MissingPosition[]> => {
  const [map, taught, ways, followers] = await Promise.all([
    techniqueMap(context),
    taughtPositions(context),
    taughtTransitions(context),
    followersOf(context.em),
  ]);
  return [...map.positions.values()]
    .filter(({ id, isWaypoint }) => !isWaypoint && !taught.has(id))
    .map(({ id, slug, name }) => ({
      id,
      slug,
      name,
      followers: followers.get(id) ?? 0,
      ways: waysOut(map, id, ways),
    }))
    .toSorted(
      (one, other) =>
        other.followers - one.followers ||
        map.arcsFrom(other.id).length - map.arcsFrom(one.id).length ||
        one.id - other.id,
    );
});

const waysOut = (map: TechniqueMap, id: number, taught: ReadonlyMap<number, unknown>) =>
  map
    .arcsFrom(id)
    .filter(({ transition }) => !taught.has(transition.id))
    .slice(0, mostWays)
    .map((arc) => ({ id: arc.transition.id, name: nameOfArc(map, arc) }));

async function followersOf(em: Em): Promise<Map<number, number>> {
  const counted = await db(em)
    .selectFrom('position_follow_counts')
    .select(['position_id as id', 'followers'])
    .where('followers', '>', 0)
    .execute();
  return new Map(counted.map(({ id, followers }) => [id, followers]));
}

export interface MissingPage {
  positions: readonly MissingPosition[];
  /** The id after which the next page begins. */
  after: number | null;
  all: number;
}

/** A page of what is not taught yet; `after` is the last position of the page before. */
export async function listMissing(
  scope: Pick<Scope, 'em' | 'now'>,
  { size, after }: { size: number; after: number | null },
): Promise<MissingPage> {
  const missing = await missingPositions(scope);
  const begin = after === null ? 0 : missing.findIndex(({ id }) => id === after) + 1;
  const positions = missing.slice(begin, begin + size);
  const isMore = begin + size < missing.length;
  return { positions, after: isMore ? (positions.at(-1)?.id ?? null) : null, all: missing.length };
}
