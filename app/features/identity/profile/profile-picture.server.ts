import { db } from '../../../db/kysely.server.ts';
import { Invalid } from '../../../errors.ts';
import { BadFile, notAPicture, tooLarge } from '../../../media/bad-file.ts';
import { makeProfilePicture, storeMedia } from '../../../media/make.server.ts';
import type { CutFocus } from '../../../media/square.ts';
import type { MemberScope } from '../../../scope.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { noFiles } from '../../core/uploads/no-files.ts';
import type { SentPart } from '../../core/uploads/pending-media.server.ts';

/** Sets the profile image, cut to a square at `focus`. @throws Invalid beside `picture` */
export async function setProfilePicture(
  scope: MemberScope,
  { part, focus, folder }: { part: SentPart | undefined; focus: CutFocus; folder: string },
) {
  const { em, viewer, media, now } = scope;
  if (!part) throw new Invalid({ picture: [noFiles.singleImage] });
  const facts = await storeMedia(media, await made(part, focus, folder));
  const old = await em.transactional(async (inside) => {
    const { key, mime, width, height, bytes, color, widths } = facts;
    const picture = { key, mime, width, height, bytes, color, widths };
    await db(inside)
      .insertInto('media')
      .values({ ...picture, owner_id: viewer.id, kind: 'image', status: 'ready', created_at: now() })
      .execute();
    return changeKey({ ...scope, em: inside }, key);
  });
  if (old) await removeFiles(scope, [old]);
}

export async function removeProfilePicture(scope: MemberScope) {
  const old = await scope.em.transactional((inside) => changeKey({ ...scope, em: inside }, null));
  if (old) await removeFiles(scope, [old]);
}

async function made(part: SentPart, focus: CutFocus, folder: string) {
  try {
    if (part.tooLarge) throw tooLarge(part, part.limitBytes);
    return await makeProfilePicture(part, focus, folder);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    const isNoPicture = error.reason === 'unreadable';
    throw new Invalid({ picture: [isNoPicture ? notAPicture(part.name).message : error.message] });
  }
}

/** Returns the key of the replaced image, which is marked as removed. */
async function changeKey({ em, viewer }: MemberScope, key: string | null): Promise<string | null> {
  const was = await db(em)
    .selectFrom('users')
    .select('profile_image_key as key')
    .where('id', '=', viewer.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await db(em).updateTable('users').set({ profile_image_key: key }).where('id', '=', viewer.id).execute();
  const old = was?.key ?? null;
  await db(em)
    .updateTable('media')
    .set({ status: 'removed' })
    .where('key', '=', old)
    .where('owner_id', '=', viewer.id)
    .where('content_id', 'is', null)
    .execute();
  return old;
}
