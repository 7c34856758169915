import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { bigint, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, NotAllowed, NotFound, Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { mustStayActive } from '../../identity/accounts/stay-active.server.ts';
import { clockOf } from '../../library/items/step.ts';
import { lockStats } from '../ratings/ratings.server.ts';
import type { CommentInput, EditInput } from './comment.schema.ts';
import { type CommentedItem, findWritable } from './commented-item.server.ts';
import { commentRow, findComment } from './comments.server.ts';
import { moveCounts } from './counts.server.ts';
import { isEditable } from './may-comment.ts';
import { noteQuestion } from './open-question.server.ts';

export interface Written {
  id: number;
  /** False when the same form wrote it before. */
  isNew: boolean;
}

/** Writes a comment, or an answer to one, once per form. @throws NotFound, NotAllowed (ADR-079), Invalid, Refused (429, or 409 for the form
 *  of a comment that was removed) */
export async function writeComment(
  scope: MemberScope,
  contentId: number,
  { text, seconds = null, parentId: answered, attempt }: CommentInput,
): Promise<Written> {
  const { viewer, now } = scope;
  const parentId = answered ?? null;
  const named = idempotencyKeyOf(attempt, contentId, parentId ?? 0, text);
  const earlier = await writtenBefore(scope, named);
  if (earlier) return earlier;
  checkMoment(await findWritable(scope, contentId), seconds);
  await enforceRateLimit(scope, 'comment');
  const made = await scope.em.transactional(async (em) => {
    await mustStayActive(em, viewer.id);
    await lockStats(em, contentId);
    // Asked again under the lock: the item may be taken down by now.
    const item = await findWritable({ ...scope, em }, contentId);
    const parent = parentId === null ? null : await answerable({ ...scope, em }, contentId, parentId);
    const written = await db(em)
      .insertInto('comments')
      .values({
        content_id: contentId,
        member_id: viewer.id,
        parent_id: parentId,
        seconds,
        text,
        attempt: named,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.columns(['member_id', 'attempt']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!written) return null;
    await moveCounts(em, { contentId, parentId }, 1);
    await noteQuestion(em, parentId ?? written.id);
    await tell(em, scope, { item, parent, id: written.id });
    return { id: written.id, isNew: true };
  });
  return made ?? (await writtenBefore(scope, named)) ?? { id: 0, isNew: false };
}

async function writtenBefore({ em, viewer }: MemberScope, attempt: string): Promise<Written | null> {
  const found = await db(em)
    .selectFrom('comments')
    .select(['id', 'removed_at as removedAt'])
    .where('member_id', '=', viewer.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  if (found?.removedAt) throw new Refused('This comment was removed.', { status: 409 });
  return found ? { id: found.id, isNew: false } : null;
}

/** The comment to answer. Blocked pairs do not see each other's, so they cannot answer. @throws NotFound, Refused */
async function answerable(scope: MemberScope, contentId: number, parentId: number) {
  const { comment } = await findComment(scope, parentId);
  if (comment.contentId !== contentId || !comment.author) throw new NotFound();
  if (comment.parentId !== null) {
    throw new Refused('This is an answer itself. Please answer the comment above it.', { field: 'parentId' });
  }
  return { id: comment.id, memberId: comment.author.id };
}

/** @throws Invalid for a moment that the item's video does not have */
function checkMoment({ videoMs }: CommentedItem, seconds: number | null) {
  if (seconds === null) return;
  if (videoMs === null) throw new Invalid({ seconds: ['There is no video here, so leave the time empty.'] });
  if (videoMs > 0 && seconds * 1000 > videoMs) {
    throw new Invalid({ seconds: [`The video ends at ${clockOf(Math.floor(videoMs / 1000))}.`] });
  }
}

/** Tells the creator of a comment, and its author of an answer. */
async function tell(
  em: Em,
  { viewer, now }: MemberScope,
  { item, parent, id }: { item: CommentedItem; parent: { id: number; memberId: number } | null; id: number },
) {
  const news = { by: viewer.id, newest: id, at: now() };
  if (parent) {
    const { memberId: to, id: about } = parent;
    await notify(em, { kind: 'answer', event: 'answered', to, about, title: item.title, ...news });
  } else {
    await notify(em, { kind: 'comment', event: 'written', to: item.creatorId, about: item.id, ...news });
  }
}

/** A comment that the viewer may still change, with its item. @throws NotFound, NotAllowed, Refused (409) when it is late */
export async function editableComment(scope: MemberScope, id: number) {
  const { comment, item } = await findComment(scope, id);
  if (!comment.author) throw new NotFound();
  if (comment.author.id !== scope.viewer.id) throw new NotAllowed('Only its author can change a comment.');
  if (!isEditable(comment.createdAt, scope.now())) {
    throw new Refused('A comment can be changed for 15 minutes, which are over.', { status: 409 });
  }
  return { comment, item };
}

/** Changes the words or the moment of one's own comment. @throws as `editableComment`, Invalid, Refused (429) */
export async function editComment(
  scope: MemberScope,
  id: number,
  { text, seconds }: EditInput,
): Promise<void> {
  const { comment } = await editableComment(scope, id);
  await enforceRateLimit(scope, 'comment');
  await scope.em.transactional(async (em) => {
    await lockStats(em, comment.contentId);
    const was = await commentRow(em, id);
    if (!was || was.removedBy !== null) throw new NotFound();
    const is = { text: text ?? was.text, seconds: seconds === undefined ? was.seconds : seconds };
    if (is.text === was.text && is.seconds === was.seconds) return;
    // New words need what a new comment needs; old ones can be deleted in any case.
    const item = await findWritable({ ...scope, em }, was.contentId);
    if (is.seconds !== was.seconds) checkMoment(item, is.seconds);
    await db(em)
      .updateTable('comments')
      .set({ ...is, edited_at: scope.now() })
      .where('id', '=', bigint(id))
      .execute();
    await noteQuestion(em, was.parentId ?? id);
  });
}
