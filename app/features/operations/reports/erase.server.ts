import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Removes the name and texts of a deleted member from the cases about them; decisions stay. */
export async function eraseReported(em: Em, ownerId: number): Promise<void> {
  await db(em)
    .updateTable('reports')
    .set({ seen: null })
    .where('seen', 'is not', null)
    .where('case_id', 'in', (theirs) =>
      theirs.selectFrom('report_cases').select('id').where('owner_id', '=', ownerId),
    )
    .execute();
  const name = 'Of a deleted member';
  await db(em)
    .updateTable('report_cases')
    .set({ subject_name: name })
    .where('owner_id', '=', ownerId)
    .where('subject_name', '<>', name)
    .execute();
}
