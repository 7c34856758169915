import { db } from '../../../db/kysely.server.ts';
import type { CommentsFrom } from '../../../domain/comments-from.ts';
import type { MemberScope } from '../../../scope.ts';

/** Who may write about the viewer's items. */
export async function ownCommentsFrom({ em, viewer }: MemberScope): Promise<CommentsFrom> {
  const { comments_from } = await db(em)
    .selectFrom('users')
    .select('comments_from')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  return comments_from;
}

/** Chooses it for all of the viewer's items; what is written already stays. */
export async function chooseCommentsFrom({ em, viewer }: MemberScope, chosen: CommentsFrom): Promise<void> {
  await db(em).updateTable('users').set({ comments_from: chosen }).where('id', '=', viewer.id).execute();
}
