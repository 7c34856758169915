import { db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { MapPosition, MapTransition, TechniqueMap } from '../graph/technique-map.server.ts';

/** Both tables have the columns that are read here. */
const tableOf = (kind: 'position' | 'transition') => `map_${kind}s` as 'map_positions';

/** The thing that a merged one became. Ids are permanent, so an old address leads there. */
async function mergedInto({ em }: Pick<Scope, 'em'>, kind: 'position' | 'transition', id: number) {
  const last = await db(em)
    .withRecursive('merged(id, next)', (query) =>
      query
        .selectFrom(tableOf(kind))
        .select(['id', 'merged_into as next'])
        .where('id', '=', id)
        // A circle ends, because `union` keeps each row once.
        .union(
          query
            .selectFrom('merged')
            .innerJoin(`${tableOf(kind)} as further`, 'further.id', 'merged.next')
            .select(['further.id', 'further.merged_into as next']),
        ),
    )
    .selectFrom('merged')
    .select('id')
    .where('next', 'is', null)
    .executeTakeFirst();
  return last?.id ?? 0;
}

/** A position of the map; also by the id of one that was merged into it. @throws NotFound */
export async function findPosition(scope: Scope, map: TechniqueMap, id: number): Promise<MapPosition> {
  const found = map.positions.get(id) ?? map.positions.get(await mergedInto(scope, 'position', id));
  if (!found) throw new NotFound();
  return found;
}

/** A transition of the map; also by the id of one that was merged into it. @throws NotFound */
export async function findTransition(scope: Scope, map: TechniqueMap, id: number): Promise<MapTransition> {
  const known = map.transitions.get(id);
  const found = known ?? map.transitions.get(await mergedInto(scope, 'transition', id));
  if (!found) throw new NotFound();
  return found;
}
