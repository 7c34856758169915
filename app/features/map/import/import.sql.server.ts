import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { MapTable } from './stored.ts';

/** Until the transaction ends, only it writes the map: a curator's decision waits for it. */
export const lockMap = (em: Em) =>
  sql`lock table map_positions, map_transitions in share row exclusive mode`.execute(db(em));

/** The highest id that the table has given. */
export async function lastId(em: Em, table: MapTable): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else 0 end::int as last
    from ${sql.table(`${table}_id_seq`)}`.execute(db(em));
  return rows[0]?.last ?? 0;
}

/** What members propose next gets the id after this one. */
export const continueAfter = (em: Em, table: MapTable, last: number) =>
  sql`select setval(${`${table}_id_seq`}, ${last})`.execute(db(em));
