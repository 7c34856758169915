import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recountComments, recountReplies } from './counts.server.ts';
import { noteQuestions } from './open-question.server.ts';

/** Deletes the comments of a leaving member. Where others have answered, the place stays without words. */
export async function eraseComments(em: Em, memberId: number, at: Date): Promise<void> {
  const own = await db(em)
    .selectFrom('comments')
    .select(['content_id as contentId', 'parent_id as parentId'])
    .where('member_id', '=', memberId)
    .execute();
  if (own.length === 0) return;
  const items = [...new Set(own.map(({ contentId }) => contentId))];
  const parents = [...new Set(own.flatMap(({ parentId }) => parentId ?? []))];
  // In the order of `lockStats`, one item after the other, so that no other comment moves the counts meanwhile.
  await db(em)
    .selectFrom('content_stats')
    .select('content_id')
    .where('content_id', '=', anyOf('int4', items))
    .orderBy('content_id')
    .forNoKeyUpdate()
    .execute();
  await db(em)
    .deleteFrom('comments')
    .where('member_id', '=', memberId)
    .where('parent_id', 'is not', null)
    .execute();
  await recountReplies(em, parents);
  // Without their answers another question may be the newest, or none.
  await noteQuestions(em, parents);
  await db(em)
    .deleteFrom('comments as c')
    .where('c.member_id', '=', memberId)
    .where(sql<boolean>`not exists (select from comments r where r.parent_id = c.id)`)
    .execute();
  await db(em)
    .updateTable('comments')
    .set({
      text: null,
      is_pinned: false,
      asked_id: null,
      removed_at: sql<string>`coalesce(removed_at, ${at}::timestamptz)`,
      removed_by: sql<'author'>`coalesce(nullif(removed_by, 'suspension'), 'author')`,
    })
    .where('member_id', '=', memberId)
    .execute();
  await recountComments(em, items);
}
