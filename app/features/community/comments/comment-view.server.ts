import type { Scope } from '../../../scope.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import type { CommentedItem } from './commented-item.server.ts';
import type { CommentFacts } from './comments.server.ts';
import { isEditable } from './may-comment.ts';

/** A comment as its page shows it, with what this viewer can do with it. */
export function commentView(scope: Scope, { imageKey, ...comment }: CommentFacts, item: CommentedItem) {
  const { viewer } = scope;
  const isOwn = viewer !== null && comment.author?.id === viewer.id;
  const isOfItem = viewer?.id === item.creatorId;
  return {
    ...comment,
    image: profileImage(scope, imageKey),
    isOwn,
    mayEdit: isOwn && isEditable(comment.createdAt, scope.now()),
    mayRemove: comment.author !== null && (isOwn || isOfItem || Boolean(viewer?.isAdmin)),
    mayPin: comment.author !== null && isOfItem && comment.parentId === null,
  };
}
export type CommentView = ReturnType<typeof commentView>;

/** What pages about comments show of their item. */
export const itemView = ({ id, title, creator, comments, may, videoMs, creatorId }: CommentedItem) => ({
  id,
  title,
  creator,
  comments,
  may,
  creatorId,
  hasVideo: videoMs !== null,
});
export type CommentedView = ReturnType<typeof itemView>;
