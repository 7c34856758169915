import { db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import {
  type MapPosition,
  type MapTransition,
  newestMap,
  type TechniqueMap,
  techniqueMap,
} from '../graph/technique-map.server.ts';

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

/** A position and the map that has it; also by the id of one that was merged into it. @throws NotFound */
export async function findPosition(scope: Scope, id: number) {
  const { map, found } = await find(scope, 'position', id, ({ positions }) => positions);
  return { map, position: found };
}

/** A transition and the map that has it; also by the id of one that was merged into it. @throws NotFound */
export async function findTransition(scope: Scope, id: number) {
  const { map, found } = await find(scope, 'transition', id, ({ transitions }) => transitions);
  return { map, transition: found };
}

async function find<Thing extends MapPosition | MapTransition>(
  scope: Scope,
  kind: 'position' | 'transition',
  id: number,
  thingsOf: (map: TechniqueMap) => ReadonlyMap<number, Thing>,
) {
  const inMap = (map: TechniqueMap, wanted: number) => {
    const found = thingsOf(map).get(wanted);
    return found && { map, found };
  };
  const map = await techniqueMap(scope);
  const known = inMap(map, id);
  if (known) return known;
  const last = await mergedInto(scope, kind, id);
  if (!last) throw new NotFound();
  // Another process may have accepted it a moment ago, and a notification already leads here.
  const found = inMap(map, last) ?? inMap(await newestMap(scope), last);
  if (!found) throw new NotFound();
  return found;
}
