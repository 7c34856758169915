import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Notes whether a comment waits for the creator of its item: the newest words with a question mark (also those of
 *  Arabic, Chinese and Japanese) by others, in it or in its answers, are newer than the creator's newest answer. Call it
 *  after every change of a comment or of its answers, under the lock of the item's counters. */
export const noteQuestion = (em: Em, commentId: number): Promise<void> => noteQuestions(em, [commentId]);

/** The same for several comments. */
export async function noteQuestions(em: Em, commentIds: number[]): Promise<void> {
  const isOpen = sql`c.parent_id is null and c.removed_at is null and (
    select coalesce(max(said.id) filter (where said.member_id <> i.creator_id and said.text ~ '[?\u061f\uff1f]'), 0)
      > coalesce(max(said.id) filter (where said.member_id = i.creator_id and said.parent_id is not null), 0)
    from comments said where (said.id = c.id or said.parent_id = c.id) and said.removed_at is null)`;
  await db(em)
    .updateTable('comments as c')
    .from('content as i')
    .set({ asked_id: sql<number | null>`case when ${isOpen} then i.creator_id end` })
    .whereRef('i.id', '=', 'c.content_id')
    .where('c.id', '=', anyOf('int8', commentIds))
    .execute();
}
