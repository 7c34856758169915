import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import { Invalid, NotFound } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { cutPage, type PageOf, readCursor } from '../lists/keyset.ts';
import { removeFiles } from '../uploads/remove-files.server.ts';
import { isWaiting } from '../uploads/uploads.server.ts';
import type { FeaturedPatch, NewFeatured } from './featured.schema.ts';
import { type FeaturedRow, featuredColumns, featuredTables, ownPicture } from './featured.server.ts';

/** All cards as they were typed, hidden ones too, in the order of the landing page. */
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

/** What an admin can change of a card, for the log. */
const factsOf = ({ id, media, imageKey, ...facts }: FeaturedRow) => ({ ...facts, image: imageKey });

/**
 * Makes a card (calls.md §7).
 * @param picture the key of a waiting picture of this admin; it wins over `imageUrl`
 * @throws Invalid beside `contentId` or `image`
 */
export async function createFeatured(
  scope: AdminScope,
  card: NewFeatured,
  picture: string | null,
): Promise<number> {
  return scope.em.transactional(async (em) => {
    await mustBePublished(em, card.contentId);
    if (picture) await mustWait({ ...scope, em }, picture);
    const made = await row<{ id: number }>(em)`
      insert into featured (title, creator, tier, tier_color, likes, comments, locked, is_active, display_order,
        image_url, image_key, content_id, created_at, updated_at)
      values (${card.title}, ${card.creator}, ${card.tier}, ${card.tierColor}, ${card.likes}, ${card.comments},
        ${card.locked}, ${card.isActive}, ${card.displayOrder}, ${picture ? null : card.imageUrl}, ${picture},
        ${card.contentId}, ${scope.now()}, ${scope.now()})
      returning id`;
    const id = made?.id ?? 0;
    const after = factsOf(await findFeatured({ em }, id));
    await recordActOf(scope, em, { verb: 'created', kind: 'featured', id, name: card.title, after });
    return id;
  });
}

/**
 * Changes a card. A picture that is not used any more goes, with its files, once all is written.
 * @param ask told what stands by now, which nobody changes meanwhile; answers what to change, or throws
 * @param picture the key of a waiting picture of this admin; it wins over `imageUrl`
 * @throws NotFound, Invalid as `createFeatured` does
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
    await recordActOf(scope, em, { verb: 'edited', kind: 'featured', id, name, before: was, after: is });
    return after.imageKey === before.imageKey ? [] : giveUp(em, before.imageKey);
  });
  await removeFiles(scope, unused);
}

/** Takes a card away, and the picture that was sent for it. @throws NotFound */
export async function deleteFeatured(scope: AdminScope, id: number): Promise<void> {
  const unused = await scope.em.transactional(async (em) => {
    await row(em)`select 1 from featured where id = ${id} for update`;
    const before = factsOf(await findFeatured({ em }, id));
    await row(em)`delete from featured where id = ${id}`;
    await recordActOf(scope, em, { verb: 'deleted', kind: 'featured', id, name: before.title, before });
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
  // Programs send back what they were answered, which may be the address of a picture that was sent to us.
  const isSame = imageUrl === undefined || imageUrl === ownPicture(scope, before)?.src;
  if (!isSame && imageUrl !== null) return { imageKey: null, imageUrl };
  return {
    imageKey: removeImage ? null : before.imageKey,
    imageUrl: isSame ? before.imageUrl : null,
  };
}

async function mustBePublished(em: Em, contentId: number | null) {
  if (contentId === null) return;
  // Locked until the commit, so that it cannot vanish between the question and the link.
  const item = await row(em)`
    select 1 from content where id = ${contentId} and status = 'published' for key share`;
  if (!item) throw new Invalid({ contentId: [`There is no published item with the number ${contentId}.`] });
}

/** Two tabs may send the same waiting picture: one card gets it, or deleting the other would take it away. */
async function mustWait({ em, viewer }: AdminScope, key: string) {
  const waits = await row(em)`
    select 1 from media m where m.key = ${key} and m.owner_id = ${viewer.id} and ${isWaiting} for update of m`;
  // Asked again, because whoever held the lock may have taken it.
  const isTaken = await row(em)`select 1 from featured where image_key = ${key}`;
  if (!waits || isTaken) {
    throw new Invalid({ image: ['This picture is in use already. Please choose it again.'] });
  }
}

/** Its files go after the commit (`removeFiles`). */
async function giveUp(em: Em, key: string | null): Promise<string[]> {
  if (key) await row(em)`update media set status = 'removed' where key = ${key}`;
  return key ? [key] : [];
}
