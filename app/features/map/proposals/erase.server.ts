import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Deletes a member's corrections, and takes the name off the proposals and decisions, which stay. */
export async function eraseMapWork(em: Em, memberId: number): Promise<void> {
  await db(em).deleteFrom('map_corrections').where('member_id', '=', memberId).execute();
  await db(em)
    .updateTable('map_corrections')
    .set({ decided_by: null })
    .where('decided_by', '=', memberId)
    .execute();
  for (const table of ['map_transitions', 'map_positions'] as const) {
    await db(em).updateTable(table).set({ proposed_by: null }).where('proposed_by', '=', memberId).execute();
    await db(em).updateTable(table).set({ decided_by: null }).where('decided_by', '=', memberId).execute();
  }
}
