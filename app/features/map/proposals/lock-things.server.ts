import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { MapThing } from './map-thing.ts';
import { tableOf } from './propose.server.ts';

/** Keeps the ends of a transition as they are, so that none is declined or merged while it is accepted. Positions are
 *  locked before transitions, within a table by id. */
export async function lockEnds(
  em: Em,
  { kind, id }: MapThing,
  { fromId, toId }: { fromId: number | null; toId: number | null },
): Promise<void> {
  if (kind === 'position') return;
  const current = await db(em)
    .selectFrom('map_transitions')
    .select(['from_id as fromId', 'to_id as toId'])
    .where('id', '=', id)
    .executeTakeFirst();
  const ends = [fromId ?? current?.fromId, toId ?? current?.toId].filter((end) => end !== undefined);
  await db(em)
    .selectFrom('map_positions')
    .select('id')
    .where('id', '=', anyOf('int4', ends))
    .orderBy('id')
    .forShare()
    .execute();
}

/** Locks a thing, and what it is merged into. */
export async function lockThings(em: Em, { kind, id }: MapThing, intoId: number | null): Promise<void> {
  const ids = intoId === null ? [id] : [id, intoId];
  await db(em)
    .selectFrom(tableOf(kind))
    .select('id')
    .where('id', '=', anyOf('int4', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
