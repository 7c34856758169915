import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Deletes all questions of a member whose account is deleted; the log keeps only their ids. */
export async function forgetQuestions(em: Em, memberId: number): Promise<void> {
  await row(em)`delete from support_questions where asker_id = ${memberId}`;
}
