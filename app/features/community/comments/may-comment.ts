import { type AccessFacts, canView } from '../../../domain/can-view.ts';
import type { CommentsFrom } from '../../../domain/comments-from.ts';
import type { Viewer } from '../../../scope.ts';

export interface CommentedFacts extends AccessFacts {
  commentsFrom: CommentsFrom;
  /** The viewer and the creator: one has blocked the other. */
  isBlocked: boolean;
}

/** `yes`, or what keeps the viewer from writing. */
export type MayComment = 'yes' | 'locked' | 'visitor' | 'away' | 'closed' | 'members';

/** Drafts have no comments yet, and those of an item that was taken down are neither read nor written. */
export const hasComments = ({ status }: AccessFacts) => status === 'published' || status === 'private';

/** Who may write about an item (ADR-079): all who may view it, unless its creator asks for less. */
export function mayComment(viewer: Viewer | null, item: CommentedFacts, now: Date): MayComment {
  if (!canView(viewer, item, now)) return 'locked';
  if (!viewer) return 'visitor';
  if (viewer.id === item.creatorId) return 'yes';
  if (item.isBlocked) return 'away';
  if (item.commentsFrom === 'closed') return 'closed';
  const pays = viewer.plan !== 'free' || item.bought || viewer.isAdmin;
  return item.commentsFrom === 'members' && !pays ? 'members' : 'yes';
}

/** What a member is told instead; `creator` is a name. */
export const refusals = {
  locked: () => 'You can read and write comments here once your plan or a purchase opens this.',
  visitor: () => 'Please sign in to write here.',
  away: () => 'You cannot write here at the moment.',
  closed: (creator: string) => `${creator} takes no comments at the moment.`,
  members: (creator: string) =>
    `${creator} takes comments from Premium and VIP Elite members and from buyers.`,
} satisfies Record<Exclude<MayComment, 'yes'>, (creator: string) => string>;

const editMs = 15 * 60_000;

/** Its author may change a comment for a quarter of an hour. */
export const isEditable = (createdAt: Date | string, now: Date) =>
  now.getTime() - new Date(createdAt).getTime() <= editMs;

export const mostPins = 3;
