import { bigint, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Moves the number of comments of an item, and of answers to the parent. Call it under `lockStats`. */
export async function moveCounts(
  em: Em,
  { contentId, parentId }: { contentId: number; parentId: number | null },
  by: 1 | -1,
): Promise<void> {
  await db(em)
    .updateTable('content_stats')
    .set((eb) => ({ comments: eb('comments', '+', by) }))
    .where('content_id', '=', contentId)
    .execute();
  if (parentId === null) return;
  await db(em)
    .updateTable('comments')
    .set((eb) => ({ replies: eb('replies', '+', by) }))
    .where('id', '=', bigint(parentId))
    .execute();
}
