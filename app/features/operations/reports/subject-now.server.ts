import { db, sql } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { commentRow } from '../../community/comments/comments.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { findItem } from '../../library/items/item.server.ts';
import { itemView } from '../../library/items/item-view.server.ts';
import type { CaseFacts } from './find-case.sql.server.ts';
import { subjectAddress } from './outcomes.ts';
import { reportedMessage } from './reported-message.server.ts';

/** The subject in its present state; null when it is deleted. */
export async function subjectNow(scope: AdminScope, { kind, subjectId }: CaseFacts) {
  if (kind === 'content') return itemNow(scope, subjectId);
  if (kind === 'review') return reviewNow(scope, subjectId);
  if (kind === 'message') return messageNow(scope, subjectId);
  if (kind === 'comment') return commentNow(scope, subjectId);
  return creatorNow(scope, subjectId);
}
export type SubjectNow = Exclude<Awaited<ReturnType<typeof subjectNow>>, null>;

async function itemNow(scope: AdminScope, id: number) {
  try {
    const found = await findItem(scope, id);
    const item = itemView(scope, found);
    const words = [item.title, item.description].filter(Boolean).join('\n\n');
    const address = subjectAddress.content(id);
    return { kind: 'content' as const, address, item, status: found.status, words };
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

async function reviewNow({ em }: AdminScope, id: number) {
  const found = await db(em)
    .selectFrom('ratings as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('content as c', 'c.id', 'r.content_id')
    .select([
      'r.content_id as contentId',
      'c.title',
      fullName.as('reviewer'),
      'r.stars as rating',
      'r.review as words',
      'r.updated_at as updatedAt',
      sql<boolean>`r.hidden_at is not null`.as('isHidden'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  return { kind: 'review' as const, address: subjectAddress.review(found.contentId), ...found };
}

async function messageNow(scope: AdminScope, id: number) {
  const found = await reportedMessage(scope, id);
  return found && { kind: 'message' as const, ...found };
}

async function commentNow({ em }: AdminScope, id: number) {
  const found = await commentRow(em, id);
  if (!found) return null;
  const { title, name, text: words, createdAt, removedBy } = found;
  const address = subjectAddress.comment(id);
  return { kind: 'comment' as const, address, title, name, words, createdAt, isHidden: removedBy !== null };
}

async function creatorNow(scope: AdminScope, id: number) {
  const found = await db(scope.em)
    .selectFrom('users')
    .select([
      sql<string>`first_name || ' ' || last_name`.as('name'),
      'username',
      'status',
      'bio as words',
      'published_items as publishedItems',
      'profile_image_key as imageKey',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const { imageKey, ...creator } = found;
  const address = subjectAddress.creator(creator.username);
  return { kind: 'creator' as const, id, address, ...creator, avatar: profileImage(scope, imageKey) };
}
