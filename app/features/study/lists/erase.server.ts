import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Deletes a member's lists and what they follow of others, and the titles of their items that others' lists and notes
 *  would keep when the items are deleted. */
export async function eraseLists(em: Em, memberId: number): Promise<void> {
  await db(em).deleteFrom('list_follows').where('member_id', '=', memberId).execute();
  await db(em).deleteFrom('lists').where('member_id', '=', memberId).execute();
  for (const table of ['list_entries', 'notes'] as const)
    await db(em)
      .updateTable(table)
      .set({ title_then: 'A deleted technique' })
      .where('content_id', 'in', db(em).selectFrom('content').select('id').where('creator_id', '=', memberId))
      .execute();
}
