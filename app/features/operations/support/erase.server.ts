import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Deletes all questions of a member whose account is deleted; the log keeps only their ids. */
export async function eraseQuestions(em: Em, memberId: number): Promise<void> {
  await db(em).deleteFrom('support_questions').where('asker_id', '=', memberId).execute();
}
