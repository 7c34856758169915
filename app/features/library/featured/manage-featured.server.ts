import { idempotencyKeyOf } from '../../../db/idempotency-key.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { Invalid, NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { cutPage, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { isPending } from '../../core/uploads/pending-media.server.ts';
import type { FeaturedPatch, NewFeatured } from './featured.schema.ts';
import { type FeaturedRow, featuredColumns, featuredTables, ownPicture } from './featured.server.ts';

export async function listAllFeatured(
  { em }: AdminScope,
  { size, after }: { size: number; after: string | null },
): Promise<PageOf<FeaturedRow>> {
  const cursor = readCursor(after, 'whole');
  const beyond = cursor
    ? fragment`(f.display_order, f.id) > (${cursor.value}::int, ${cursor.id}::int)`
    : fragment`true`;
  const fetched = await rows<FeaturedRow>(em)`
    select ${featuredColumns} from ${featuredTables} where ${beyond}
    order by f.display_order, f.id limit ${size + 1}`;
  return cutPage(fetched, {
    size,
    direction: 'after',
    isFirst: cursor === null,
    cursorOf: ({ displayOrder, id }) => ({ value: String(displayOrder), id }),
  });
}

/** @throws NotFound */
export async function findFeatured({ em }: Pick<AdminScope, 'em'>, id: number): Promise<FeaturedRow> {
  const found = await row<FeaturedRow>(em)`
    select ${featuredColumns} from ${featuredTables} where f.id = ${id}`;
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
    await row(em)`select pg_advisory_xact_lock(hashtextextended(${attempt}, 0))`;
    const earlier = await row<{ id: number }>(em)`select id from featured where attempt = ${attempt}`;
    if (earlier) return earlier.id;
    await mustBePublished(em, card.contentId);
    if (picture) await mustWait({ ...scope, em }, picture);
    const made = await row<{ id: number }>(em)`
      insert into featured (title, creator, tier, tier_color, likes, comments, locked, is_active, display_order,
        image_url, image_key, content_id, created_at, updated_at, attempt)
      values (${card.title}, ${card.creator}, ${card.tier}, ${card.tierColor}, ${card.likes}, ${card.comments},
        ${card.locked}, ${card.isActive}, ${card.displayOrder}, ${picture ? null : card.imageUrl}, ${picture},
        ${card.contentId}, ${scope.now()}, ${scope.now()}, ${attempt})
      returning id`;
    const id = made?.id ?? 0;
    const after = factsOf(await findFeatured({ em }, id));
    await recordAuditOf(scope, em, { verb: 'created', kind: 'featured', id, name: card.title, after });
    return id;
  });
}

/**
 * Changes a card (C7.27). A replaced image is deleted after the commit.
 * @param ask receives the locked current values; answers the changes, or throws
 * @throws NotFound, Invalid as `createFeatured`
 */
export async function changeFeatured(
  scope: AdminScope,
  id: number,
  ask: (stands: FeaturedRow) => FeaturedPatch,
  picture: string | null,
): Promise<void> {
  const unused = await scope.em.transactional(async (em) => {
    await row(em)`select 1 from featured where id = ${id} for update`;
    const before = await findFeatured({ em }, id);
    const patch = ask(before);
    const after = { ...before, ...patch, ...pictureAfter(scope, before, patch, picture) };
    if (after.contentId !== before.contentId) await mustBePublished(em, after.contentId);
    if (picture) await mustWait({ ...scope, em }, picture);
    await row(em)`
      update featured set title = ${after.title}, creator = ${after.creator}, tier = ${after.tier},
        tier_color = ${after.tierColor}, likes = ${after.likes}, comments = ${after.comments},
        locked = ${after.locked}, is_active = ${after.isActive}, display_order = ${after.displayOrder},
        image_url = ${after.imageUrl}, image_key = ${after.imageKey}, content_id = ${after.contentId},
        updated_at = ${scope.now()}
      where id = ${id}`;
    const [was, is] = [factsOf(before), factsOf(await findFeatured({ em }, id))];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const name = after.title;
    await recordAuditOf(scope, em, { verb: 'edited', kind: 'featured', id, name, before: was, after: is });
    return after.imageKey === before.imageKey ? [] : giveUp(em, before.imageKey);
  });
  await removeFiles(scope, unused);
}

/** Deletes a card and its uploaded image. @throws NotFound */
export async function deleteFeatured(scope: AdminScope, id: number): Promise<void> {
  const unused = await scope.em.transactional(async (em) => {
    await row(em)`select 1 from featured where id = ${id} for update`;
    const before = factsOf(await findFeatured({ em }, id));
    await row(em)`delete from featured where id = ${id}`;
    await recordAuditOf(scope, em, { verb: 'deleted', kind: 'featured', id, name: before.title, before });
    return giveUp(em, before.image);
  });
  await removeFiles(scope, unused);
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
  const item = await row(em)`
    select 1 from content where id = ${contentId} and status = 'published' for key share`;
  if (!item) throw new Invalid({ contentId: [`There is no published item with the number ${contentId}.`] });
}

/** Two tabs may send the same pending image; only one card may use it, or deleting the other would delete it. */
async function mustWait({ em, viewer }: AdminScope, key: string) {
  const waits = await row(em)`
    select 1 from media m where m.key = ${key} and m.owner_id = ${viewer.id} and ${isPending} for update of m`;
  // Checked again, because the previous holder of the lock may have used it.
  const isTaken = await row(em)`select 1 from featured where image_key = ${key}`;
  if (!waits || isTaken) {
    throw new Invalid({ image: ['This picture is in use already. Please choose it again.'] });
  }
}

/** Its files are removed after the commit (`removeFiles`). */
async function giveUp(em: Em, key: string | null): Promise<string[]> {
  if (key) await row(em)`update media set status = 'removed' where key = ${key}`;
  return key ? [key] : [];
}
