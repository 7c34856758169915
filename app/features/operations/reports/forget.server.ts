import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Removes the name and texts of a deleted member from the cases about them; decisions stay. */
export async function forgetReported(em: Em, ownerId: number): Promise<void> {
  await row(em)`
    update reports set seen = null
    where seen is not null and case_id in (select id from report_cases where owner_id = ${ownerId})`;
  await row(em)`
    update report_cases set subject_name = 'Of a deleted member'
    where owner_id = ${ownerId} and subject_name <> 'Of a deleted member'`;
}
