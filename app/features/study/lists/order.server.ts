import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Place } from './arrange.ts';

/** The entries of a locked list in order. */
export const orderOf = (em: Em, listId: number): Promise<Place[]> =>
  db(em)
    .selectFrom('list_entries')
    .select(['id', 'section_id as sectionId'])
    .where('list_id', '=', listId)
    .orderBy('position')
    .execute();

/** Writes a new order of a locked list in one statement, so that no place is ever taken twice.
 *  @returns whether something changed */
export async function writeOrder(
  em: Em,
  listId: number,
  before: readonly Place[],
  after: readonly Place[],
): Promise<boolean> {
  const changed = after.filter(
    ({ id, sectionId }, index) => before[index]?.id !== id || before[index]?.sectionId !== sectionId,
  );
  if (changed.length === 0) return false;
  const ids = after.map(({ id }) => id);
  const place = sql<number>`array_position(${ids}::bigint[], id)`;
  await db(em)
    .updateTable('list_entries')
    .set({
      position: place,
      section_id: sql<number | null>`(${after.map(({ sectionId }) => sectionId)}::int[])[${place}]`,
    })
    .where('list_id', '=', listId)
    .where(
      'id',
      '=',
      anyOf(
        'int8',
        changed.map(({ id }) => id),
      ),
    )
    .execute();
  return true;
}
