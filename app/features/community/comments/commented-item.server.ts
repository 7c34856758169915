import { db, sql } from '../../../db/kysely.server.ts';
import { canView } from '../../../domain/can-view.ts';
import { NotAllowed, NotFound } from '../../../errors.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { isBoughtBy } from '../../library/items/buyers.server.ts';
import { isBlockedPair } from './blocked-pair.server.ts';
import { hasComments, type MayComment, mayComment, refusals } from './may-comment.ts';

type Asking = Pick<Scope, 'em' | 'viewer' | 'now'>;

const itemRow = ({ em, viewer }: Asking, contentId: number) =>
  db(em)
    .selectFrom('content as c')
    .innerJoin('users as u', 'u.id', 'c.creator_id')
    .innerJoin('content_stats as s', 's.content_id', 'c.id')
    .select([
      'c.id',
      'c.title',
      'c.creator_id as creatorId',
      'c.tier',
      'c.early_until as earlyUntil',
      'c.status',
      'u.comments_from as commentsFrom',
      's.comments',
      fullName.as('creator'),
      isBoughtBy(viewer?.id ?? null).as('bought'),
      isBlockedPair(viewer?.id ?? null, 'c.creator_id').as('isBlocked'),
      // Null without a video, 0 for one whose file does not say its length.
      sql<number | null>`(select coalesce(duration_ms, 0) from media
        where content_id = c.id and kind = 'video' and status = 'ready'
        order by position, id limit 1)`.as('videoMs'),
    ])
    .where('c.id', '=', contentId)
    .executeTakeFirst();

export interface CommentedItem extends NonNullable<Awaited<ReturnType<typeof itemRow>>> {
  may: MayComment;
  /** Whether the viewer may read the comments; else only their number. */
  isOpen: boolean;
}

/** An item whose comments the viewer may count at least. @throws NotFound */
export async function findCommented(scope: Asking, contentId: number): Promise<CommentedItem> {
  const found = await itemRow(scope, contentId);
  if (!found || !hasComments(found)) throw new NotFound();
  const isOpen = canView(scope.viewer, found, scope.now());
  if (!isOpen && found.status !== 'published') throw new NotFound();
  return { ...found, isOpen, may: mayComment(scope.viewer, found, scope.now()) };
}

/** @throws NotFound, NotAllowed for a locked item */
export async function findReadable(scope: Asking, contentId: number): Promise<CommentedItem> {
  const item = await findCommented(scope, contentId);
  if (!item.isOpen) throw new NotAllowed(refusals.locked());
  return item;
}

/** @throws NotFound, NotAllowed with what would allow it */
export async function findWritable(
  scope: Pick<MemberScope, 'em' | 'viewer' | 'now'>,
  contentId: number,
): Promise<CommentedItem> {
  const item = await findCommented(scope, contentId);
  if (item.may !== 'yes') throw new NotAllowed(refusals[item.may](item.creator));
  return item;
}
