import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';

/** Takes away all that a member who leaves asked support; the log keeps only the numbers of the questions. */
export async function forgetQuestions(em: Em, memberId: number): Promise<void> {
  await row(em)`delete from support_questions where asker_id = ${memberId}`;
}
