import { bigint, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { AdminScope, MemberScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { lockStats } from '../ratings/ratings.server.ts';
import { type CommentRow, commentRow, findComment } from './comments.server.ts';
import { moveCounts } from './counts.server.ts';
import { noteQuestion } from './open-question.server.ts';

/** A comment that the viewer may remove: their own in any state, others' as the item's creator or an admin.
 *  @throws NotFound, NotAllowed */
export async function removableComment(scope: MemberScope, id: number): Promise<CommentRow> {
  const found = await commentRow(scope.em, id);
  if (!found) throw new NotFound();
  if (found.memberId === scope.viewer.id) {
    if (found.text === null) throw new NotFound();
    return found;
  }
  const { comment } = await findComment(scope, id);
  if (!comment.author) throw new NotFound();
  if (found.creatorId !== scope.viewer.id && !scope.viewer.isAdmin) {
    throw new NotAllowed('Only its author, the creator of the technique or an admin can remove a comment.');
  }
  return found;
}

/** Removes a comment. What an author deletes loses its words; a place stays where there are answers.
 *  @throws as `removableComment` */
export async function removeComment(scope: MemberScope, id: number): Promise<CommentRow> {
  const { viewer } = scope;
  const { contentId } = await removableComment(scope, id);
  return scope.em.transactional(async (em) => {
    await lockStats(em, contentId);
    const found = await removableComment({ ...scope, em }, id);
    if (found.memberId === viewer.id) await deleteOwn(em, found, scope.now());
    else if (found.creatorId === viewer.id) await markRemoved(em, found, { by: 'creator', at: scope.now() });
    else await hideWithin(scope, em, found, null);
    return found;
  });
}

async function deleteOwn(em: Em, found: CommentRow, at: Date) {
  // Also answers that were removed: they are their authors' own, and an admin may show them again.
  const answered = await db(em)
    .selectFrom('comments')
    .select('id')
    .where('parent_id', '=', bigint(found.id))
    .limit(1)
    .executeTakeFirst();
  if (!answered) {
    await db(em).deleteFrom('comments').where('id', '=', bigint(found.id)).execute();
    if (found.removedBy === null) await moveCounts(em, found, -1);
    // Without the creator's answer the question is open again.
    if (found.parentId !== null) await noteQuestion(em, found.parentId);
    return;
  }
  if (found.removedBy === null) await markRemoved(em, found, { by: 'author', at });
  await db(em).updateTable('comments').set({ text: null }).where('id', '=', bigint(found.id)).execute();
}

async function markRemoved(
  em: Em,
  found: CommentRow,
  { by, at }: { by: NonNullable<CommentRow['removedBy']>; at: Date },
) {
  await db(em)
    .updateTable('comments')
    .set({ removed_at: at, removed_by: by, is_pinned: false })
    .where('id', '=', bigint(found.id))
    .execute();
  if (found.removedBy === null) await moveCounts(em, found, -1);
  await noteQuestion(em, found.parentId ?? found.id);
}

const nameOf = ({ name, title }: CommentRow) => `${name} on ${title}`;

async function hideWithin(scope: AdminScope, em: Em, found: CommentRow, note: string | null) {
  await markRemoved(em, found, { by: 'admin', at: scope.now() });
  const { id, text } = found;
  const [before, after] = [
    { text, hidden: false },
    { text, hidden: true },
  ];
  await recordAuditOf(scope, em, {
    verb: 'hid',
    kind: 'comment' as const,
    id,
    name: nameOf(found),
    before,
    after,
    note,
  });
}

/** Hides a comment after a report; call it in a transaction. @throws Refused when it is gone or removed */
export async function hideComment(scope: AdminScope, em: Em, id: number, reason: string): Promise<void> {
  const found = await lockComment(em, id);
  if (!found || (found.removedBy !== null && found.removedBy !== 'suspension')) {
    throw new Refused('This comment is gone, or it is removed already.', { field: 'outcome' });
  }
  await hideWithin(scope, em, found, reason);
}

/** Shows again what an admin has hidden; that of a suspended member when the suspension ends. @throws Refused when it is gone or not hidden by one */
export async function showComment(scope: AdminScope, em: Em, id: number): Promise<void> {
  const found = await lockComment(em, id);
  if (found?.removedBy !== 'admin' || found.text === null) {
    throw new Refused('This comment is gone, or it is shown already.');
  }
  const stays = found.isSuspended;
  await db(em)
    .updateTable('comments')
    .set(stays ? { removed_by: 'suspension' } : { removed_at: null, removed_by: null })
    .where('id', '=', bigint(id))
    .execute();
  if (!stays) await moveCounts(em, found, 1);
  await noteQuestion(em, found.parentId ?? found.id);
  await recordAuditOf(scope, em, {
    verb: 'showed again',
    kind: 'comment' as const,
    id,
    name: nameOf(found),
    before: { hidden: true },
    after: { hidden: false },
  });
}

async function lockComment(em: Em, id: number) {
  const found = await commentRow(em, id);
  if (!found) return null;
  await lockStats(em, found.contentId);
  return commentRow(em, id);
}
