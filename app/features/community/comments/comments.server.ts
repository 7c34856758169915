import { anyOf, bigint, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { isBlockedPair } from './blocked-pair.server.ts';
import { type CommentedItem, findReadable } from './commented-item.server.ts';

type Reading = Pick<Scope, 'em' | 'viewer' | 'now'>;

const columns = [
  'c.id',
  'c.content_id as contentId',
  'c.parent_id as parentId',
  'c.seconds',
  'c.is_pinned as isPinned',
  'c.replies',
  'c.removed_by as removedBy',
  'c.created_at as createdAt',
  'c.member_id as memberId',
  'u.username',
  'u.profile_image_key as imageKey',
] as const;

/** Removed words are not read, so that they cannot leak. */
const words = [
  sql<string | null>`case when c.removed_at is null then c.text end`.as('text'),
  sql<boolean>`c.edited_at is not null`.as('isEdited'),
  fullName.as('name'),
] as const;

/** Comments with their authors, without those of a blocked pair. */
export const shownTo = ({ em, viewer }: Reading) => shownAmong(db(em), viewer?.id ?? null);

export const shownAmong = (tables: ReturnType<typeof db>, viewerId: number | null) =>
  tables
    .selectFrom('comments as c')
    .innerJoin('users as u', 'u.id', 'c.member_id')
    .select([...columns, ...words])
    .where(sql<boolean>`not ${isBlockedPair(viewerId, 'c.member_id')}`);

type Row = Awaited<ReturnType<ReturnType<typeof shownTo>['execute']>>[number];

/** A comment as its viewer gets it; one that was removed has neither words nor an author. */
export function commentOf(
  { memberId, username, name, imageKey, ...facts }: Row,
  item: Pick<CommentedItem, 'creatorId'>,
) {
  const isRemoved = facts.removedBy !== null;
  return {
    ...facts,
    author: isRemoved ? null : { id: memberId, username, name },
    imageKey: isRemoved ? null : imageKey,
    isByCreator: !isRemoved && memberId === item.creatorId,
  };
}
export type CommentFacts = ReturnType<typeof commentOf>;

/** The last id of the page before; null on the first page. */
export const beyond = (after: string | null) => readCursor(after, 'whole')?.id ?? null;
export const cursorOf = ({ id }: { id: number }) => ({ value: String(id), id });
export const largest = Number.MAX_SAFE_INTEGER;

/** A page of an item's comments, newest first; the first page begins with the pinned ones. @throws as `findReadable` */
export async function listComments(
  scope: Reading,
  contentId: number,
  { size, after }: ForwardRequest,
): Promise<PageOf<CommentFacts> & { item: CommentedItem }> {
  const item = await findReadable(scope, contentId);
  const before = beyond(after);
  const pinned =
    before === null
      ? await shownTo(scope)
          .where('c.content_id', '=', contentId)
          .where(sql<boolean>`c.is_pinned`)
          .orderBy('c.id')
          .execute()
      : [];
  const fetched = await shownTo(scope)
    .where('c.content_id', '=', contentId)
    .where('c.parent_id', 'is', null)
    .where(sql<boolean>`not c.is_pinned and (c.removed_at is null or c.replies > 0)`)
    .where('c.id', '<', bigint(before ?? largest))
    .orderBy('c.id', 'desc')
    .limit(size + 1)
    .execute();
  const page = cutForwardPage(fetched, size, cursorOf);
  return { ...page, items: [...pinned, ...page.items].map((each) => commentOf(each, item)), item };
}

/** The first answers to each of these comments, by its id, in one statement. */
export async function firstReplies(
  scope: Reading,
  { items, item }: { items: readonly CommentFacts[]; item: CommentedItem },
  most: number,
): Promise<Map<number, CommentFacts[]>> {
  const answered = items.filter(({ replies }) => replies > 0).map(({ id }) => id);
  if (answered.length === 0) return new Map();
  const found = await db(scope.em)
    .selectFrom('comments as parent')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comments as reply')
          .selectAll()
          .whereRef('reply.parent_id', '=', 'parent.id')
          .where('reply.removed_at', 'is', null)
          .where(sql<boolean>`not ${isBlockedPair(scope.viewer?.id ?? null, 'reply.member_id')}`)
          .orderBy('reply.id')
          .limit(most)
          .as('c'),
      (join) => join.onTrue(),
    )
    .innerJoin('users as u', 'u.id', 'c.member_id')
    .select([...columns, ...words])
    .where('parent.id', '=', anyOf('int8', answered))
    .orderBy('c.id')
    .execute();
  return Map.groupBy(
    found.map((each) => commentOf(each, item)),
    ({ parentId }) => parentId ?? 0,
  );
}

/** One comment that is shown to the viewer, with its item. @throws NotFound, NotAllowed for a locked item */
export async function findComment(
  scope: Reading,
  id: number,
): Promise<{ comment: CommentFacts; item: CommentedItem }> {
  const found = await shownTo(scope).where('c.id', '=', bigint(id)).executeTakeFirst();
  if (!found || (found.removedBy !== null && found.replies === 0)) throw new NotFound();
  const item = await findReadable(scope, found.contentId);
  // An answer is shown only where the comment is.
  if (found.parentId !== null) await mustBeShown(scope, found.parentId);
  return { comment: commentOf(found, item), item };
}

async function mustBeShown(scope: Reading, id: number) {
  const parent = await shownTo(scope).where('c.id', '=', bigint(id)).executeTakeFirst();
  if (!parent) throw new NotFound();
}

/** A page of the answers to a comment, oldest first. @throws as `findComment`, NotFound for one of another item */
export async function listReplies(
  scope: Reading,
  id: number,
  { size, after }: ForwardRequest,
  contentId?: number,
) {
  const { comment, item } = await findComment(scope, id);
  if (contentId !== undefined && contentId !== item.id) throw new NotFound();
  const fetched = await shownTo(scope)
    .where('c.parent_id', '=', bigint(id))
    .where('c.removed_at', 'is', null)
    .where('c.id', '>', bigint(beyond(after) ?? 0))
    .orderBy('c.id')
    .limit(size + 1)
    .execute();
  const page = cutForwardPage(fetched, size, cursorOf);
  return { ...page, items: page.items.map((each) => commentOf(each, item)), comment, item };
}

/** What a comment is by itself, for rules that change it; null when it is gone. */
export async function commentRow(em: Em, id: number) {
  const found = await db(em)
    .selectFrom('comments as c')
    .innerJoin('users as u', 'u.id', 'c.member_id')
    .innerJoin('content as i', 'i.id', 'c.content_id')
    .select([
      'c.id',
      'c.content_id as contentId',
      'c.member_id as memberId',
      'c.parent_id as parentId',
      'c.seconds',
      'c.text',
      'c.replies',
      'c.is_pinned as isPinned',
      'c.removed_by as removedBy',
      'c.created_at as createdAt',
      'i.creator_id as creatorId',
      'i.title',
      sql<boolean>`u.status = 'suspended'`.as('isSuspended'),
      fullName.as('name'),
    ])
    .where('c.id', '=', bigint(id))
    .executeTakeFirst();
  return found ?? null;
}
export type CommentRow = NonNullable<Awaited<ReturnType<typeof commentRow>>>;

/** A comment as calls answer it. */
export function commentJson({ imageKey: _, ...comment }: CommentFacts) {
  return { ...comment, createdAt: new Date(comment.createdAt).toISOString() };
}
