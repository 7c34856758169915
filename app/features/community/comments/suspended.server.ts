import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recountComments, recountReplies } from './counts.server.ts';
import { noteQuestions } from './open-question.server.ts';

interface Changed {
  id: number;
  contentId: number;
  parentId: number | null;
}

const places = ['id', 'content_id as contentId', 'parent_id as parentId'] as const;

/** Hides all comments of a member who is being suspended; a place without words stays where others have answered. Call
 *  it after `lockStatsAround`. */
export async function hideCommentsOf(em: Em, memberId: number, at: Date): Promise<void> {
  const changed = await db(em)
    .updateTable('comments')
    .set({ removed_at: at, removed_by: 'suspension', is_pinned: false })
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .returning(places)
    .execute();
  await recount(em, changed);
}

/** Shows them again; what was removed before or meanwhile stays removed. Call it after `lockStatsAround`. */
export async function showCommentsOf(em: Em, memberId: number): Promise<void> {
  const changed = await db(em)
    .updateTable('comments')
    .set({ removed_at: null, removed_by: null })
    .where('member_id', '=', memberId)
    .where('removed_by', '=', 'suspension')
    .returning(places)
    .execute();
  await recount(em, changed);
}

async function recount(em: Em, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const parents = changed.flatMap(({ parentId }) => parentId ?? []);
  await recountReplies(em, [...new Set(parents)]);
  await recountComments(em, [...new Set(changed.map(({ contentId }) => contentId))]);
  await noteQuestions(em, [...new Set(changed.map(({ id, parentId }) => parentId ?? id))]);
}
