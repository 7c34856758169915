import { bigint, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Notes whether a comment waits for the creator of its item: a comment of another member with a question mark (also
 *  those of Arabic, Chinese and Japanese) that is shown and has no answer of the creator. Call it after every change of
 *  a comment or of its answers, under the lock of the item's counters. */
export async function noteQuestion(em: Em, commentId: number): Promise<void> {
  const isOpen = sql`c.parent_id is null and c.removed_at is null and c.text ~ '[?\u061f\uff1f]'
    and c.member_id <> i.creator_id and not exists (
      select from comments r where r.parent_id = c.id and r.member_id = i.creator_id and r.removed_at is null)`;
  await db(em)
    .updateTable('comments as c')
    .from('content as i')
    .set({ asked_id: sql<number | null>`case when ${isOpen} then i.creator_id end` })
    .whereRef('i.id', '=', 'c.content_id')
    .where('c.id', '=', bigint(commentId))
    .execute();
}
