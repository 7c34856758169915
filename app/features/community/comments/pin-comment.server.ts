import { bigint, countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotAllowed, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { lockStats } from '../ratings/ratings.server.ts';
import { findComment } from './comments.server.ts';
import { mostPins } from './may-comment.ts';

/** Puts a comment above the others of its item, or back among them.
 *  @throws NotFound, NotAllowed for all but the item's creator, Refused for an answer and (409) for a fourth */
export async function pinComment(
  scope: MemberScope,
  id: number,
  wanted: boolean,
): Promise<{ contentId: number }> {
  const { contentId } = (await findComment(scope, id)).comment;
  await scope.em.transactional(async (em) => {
    await lockStats(em, contentId);
    const { comment, item } = await findComment({ ...scope, em }, id);
    if (item.creatorId !== scope.viewer.id) {
      throw new NotAllowed('Only the creator of the technique can pin comments.');
    }
    if (comment.parentId !== null || !comment.author) throw new Refused('Only comments can be pinned.');
    if (comment.isPinned === wanted) return;
    if (wanted && (await countPinned(em, contentId)) >= mostPins) {
      throw new Refused(`You have pinned ${mostPins} already. Please unpin one of them first.`, {
        status: 409,
      });
    }
    await db(em).updateTable('comments').set({ is_pinned: wanted }).where('id', '=', bigint(id)).execute();
  });
  return { contentId };
}

async function countPinned(em: Em, contentId: number): Promise<number> {
  const { count } = await db(em)
    .selectFrom('comments')
    .select(countAll().as('count'))
    .where('content_id', '=', contentId)
    .where(sql<boolean>`is_pinned`)
    .executeTakeFirstOrThrow();
  return count;
}
