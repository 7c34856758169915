import { anyOf, bigint, db, sql } from '../../../db/kysely.server.ts';
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

/** Counts the answers of these comments anew. */
export const recountReplies = (em: Em, ids: number[]) =>
  db(em)
    .updateTable('comments as c')
    .set(({ selectFrom }) => ({
      replies: selectFrom('comments as r')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('r.parent_id', '=', sql<number>`c.id`)
        .where('r.removed_at', 'is', null),
    }))
    .where('c.id', '=', anyOf('int8', ids))
    .execute();

/** Counts the comments of these items anew. Call it under the lock of their counters. */
export const recountComments = (em: Em, ids: number[]) =>
  db(em)
    .updateTable('content_stats as s')
    .set(({ selectFrom }) => ({
      comments: selectFrom('comments as c')
        .select(sql<number>`count(*)`.as('count'))
        .where('c.content_id', '=', sql<number>`s.content_id`)
        .where('c.removed_at', 'is', null),
    }))
    .where('s.content_id', '=', anyOf('int4', ids))
    .execute();
