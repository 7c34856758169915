import { LockMode } from '@mikro-orm/core';
import type { SqlBool } from 'kysely';
import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import { db, sql, takeAdvisoryLock } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Invalid, NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { cutPage, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { isPending } from '../../core/uploads/pending-media.server.ts';
import { Featured } from './featured.entity.ts';
import type { FeaturedPatch, NewFeatured } from './featured.schema.ts';
import { type FeaturedRow, ownPicture, typedCards } from './featured.server.ts';

export async function listAllFeatured(
  { em }: AdminScope,
  { size, after }: { size: number; after: string | null },
): Promise<PageOf<FeaturedRow>> {
  const cursor = readCursor(after, 'whole');
  const beyond = cursor
    ? sql<SqlBool>`(f.display_order, f.id) > (${cursor.value}::bigint, ${cursor.id}::bigint)`
    : sql<SqlBool>`true`;
  const fetched = await typedCards(em)
    .where(beyond)
    .orderBy('f.display_order')
    .orderBy('f.id')
    .limit(size + 1)
    .execute();
  return cutPage(fetched, {
    size,
    direction: 'after',
    isFirst: cursor === null,
    cursorOf: ({ displayOrder, id }) => ({ value: String(displayOrder), id }),
  });
}

/** @throws NotFound */
export async function findFeatured({ em }: Pick<AdminScope, 'em'>, id: number): Promise<FeaturedRow> {
  const found = await typedCards(em).where('f.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

const factsOf = ({ id, media, imageKey, ...facts }: FeaturedRow) => ({ ...facts, image: imageKey });

/** Makes a card (C7.26) once per `attempt`; a pending `picture` wins over `imageUrl`. @throws Invalid */
export async function createFeatured(
  scope: AdminScope,
  card: NewFeatured,
  picture: string | null,
  attempt: string = idempotencyKeyOf(undefined),
): Promise<number> {
  return scope.em.transactional(async (em) => {
    // Parallel submissions take turns, and the second finds the first one's card.
    await takeAdvisoryLock(em, attempt);
    const earlier = await db(em)
      .selectFrom('featured')
      .select('id')
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    if (earlier) return earlier.id;
    await mustBePublished(em, card.contentId);
    if (picture) await mustWait({ ...scope, em }, picture);
    const { contentId, ...fields } = card;
    const made = em.create(Featured, {
      ...fields,
      imageUrl: picture ? null : card.imageUrl,
      imageKey: picture,
      content: contentId,
      createdAt: scope.now(),
      updatedAt: scope.now(),
      attempt,
    });
    await em.flush();
    const { id } = made;
    const after = factsOf(await findFeatured({ em }, id));
    await recordAuditOf(scope, em, { verb: 'created', kind: 'featured', id, name: card.title, after });
    return id;
  });
}

/** Changes a card (C7.27). A replaced image is deleted after the commit.
 *  @param ask receives the locked current values; answers the changes, or throws
 *  @throws NotFound, Invalid as `createFeatured` */
export async function changeFeatured(
  scope: AdminScope,
  id: number,
  ask: (current: FeaturedRow) => FeaturedPatch,
  picture: string | null,
): Promise<void> {
  const unused = await scope.em.transactional(async (em) => {
    const card = await lockFeatured(em, id);
    const before = await findFeatured({ em }, id);
    const patch = ask(before);
    const { contentId, removeImage, ...fields } = patch;
    if (contentId !== undefined && contentId !== before.contentId) await mustBePublished(em, contentId);
    if (picture) await mustWait({ ...scope, em }, picture);
    em.assign(
      card,
      {
        ...fields,
        ...pictureAfter(scope, before, patch, picture),
        content: contentId,
        updatedAt: scope.now(),
      },
      { ignoreUndefined: true },
    );
    await em.flush();
    const [was, is] = [factsOf(before), factsOf(await findFeatured({ em }, id))];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const name = card.title;
    await recordAuditOf(scope, em, { verb: 'edited', kind: 'featured', id, name, before: was, after: is });
    return card.imageKey === before.imageKey ? [] : giveUp(em, before.imageKey);
  });
  await removeFiles(scope, unused);
}

/** Deletes a card and its uploaded image. @throws NotFound */
export async function deleteFeatured(scope: AdminScope, id: number): Promise<void> {
  const unused = await scope.em.transactional(async (em) => {
    const card = await lockFeatured(em, id);
    const before = factsOf(await findFeatured({ em }, id));
    await em.remove(card).flush();
    await recordAuditOf(scope, em, { verb: 'deleted', kind: 'featured', id, name: before.title, before });
    return giveUp(em, before.image);
  });
  await removeFiles(scope, unused);
}

async function lockFeatured(em: Em, id: number): Promise<Featured> {
  const card = await em.findOne(Featured, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!card) throw new NotFound();
  return card;
}

function pictureAfter(
  scope: AdminScope,
  before: FeaturedRow,
  { imageUrl, removeImage }: FeaturedPatch,
  picture: string | null,
): Pick<FeaturedRow, 'imageUrl' | 'imageKey'> {
  if (picture) return { imageKey: picture, imageUrl: null };
  // Programs send back what they read, which may be the address of the uploaded image.
  const isSame = imageUrl === undefined || imageUrl === ownPicture(scope, before)?.src;
  if (!isSame && imageUrl !== null) return { imageKey: null, imageUrl };
  return {
    imageKey: removeImage ? null : before.imageKey,
    imageUrl: isSame ? before.imageUrl : null,
  };
}

async function mustBePublished(em: Em, contentId: number | null) {
  if (contentId === null) return;
  // Locked until the commit, so that the item cannot be deleted before the link is stored.
  const item = await db(em)
    .selectFrom('content')
    .select('id')
    .where('id', '=', contentId)
    .where('status', '=', 'published')
    .forKeyShare()
    .executeTakeFirst();
  if (!item) throw new Invalid({ contentId: [`There is no published item with the number ${contentId}.`] });
}

/** Two tabs may send the same pending image; only one card may use it, or deleting the other would delete it. */
async function mustWait({ em, viewer }: AdminScope, key: string) {
  const waits = await db(em)
    .selectFrom('media as m')
    .select('m.id')
    .where('m.key', '=', key)
    .where('m.owner_id', '=', viewer.id)
    .where(isPending)
    .forUpdate('m')
    .executeTakeFirst();
  // Checked again, because the previous holder of the lock may have used it.
  const isTaken = await db(em)
    .selectFrom('featured')
    .select('id')
    .where('image_key', '=', key)
    .executeTakeFirst();
  if (!waits || isTaken) {
    throw new Invalid({ image: ['This picture is already in use. Please choose it again.'] });
  }
}

/** Its files are removed after the commit (`removeFiles`). */
async function giveUp(em: Em, key: string | null): Promise<string[]> {
  if (key) await db(em).updateTable('media').set({ status: 'removed' }).where('key', '=', key).execute();
  return key ? [key] : [];
}
