import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue, type Withdrawn } from '../../../db/queue.server.ts';
import { newMediaKey } from '../../../media/make.server.ts';
import type { Listed, MediaStore } from '../../../media/media.ts';
import { StoreError } from '../../../media/store-error.ts';
import { fetchFile, type MediaStores } from '../../core/media/move-media.server.ts';

/** Ends the public addresses of files that are public no more: the files come here under new keys, later to move back
 *  as private, and the old ones are removed. May run again.
 *  @throws StoreError */
export async function revokeRemote(em: Em, stores: MediaStores, withdrawn: Withdrawn): Promise<void> {
  const media =
    'contentId' in withdrawn
      ? await mediaOfItem(em, withdrawn.contentId)
      : await portraitOf(em, withdrawn.userId);
  for (const medium of media) await revokeOne(em, stores, medium);
}

const readyMedia = (em: Em) =>
  db(em)
    .selectFrom('media as m')
    .select(['m.key', 'm.owner_id as ownerId', 'm.widths', 'm.video_state as videoState'])
    .where('m.status', '=', 'ready');

type Medium = Awaited<ReturnType<typeof mediaOfItem>>[number];

const mediaOfItem = (em: Em, contentId: number) =>
  readyMedia(em)
    .innerJoin('content as c', 'c.id', 'm.content_id')
    .where('c.id', '=', contentId)
    .where(({ eb, and, not }) =>
      not(
        and([eb('c.status', '=', 'published'), eb('c.tier', '=', 'free'), eb('c.early_until', 'is', null)]),
      ),
    )
    .execute();

const portraitOf = (em: Em, userId: number) =>
  readyMedia(em)
    .innerJoin('users as u', (join) =>
      join.onRef('u.profile_image_key', '=', 'm.key').onRef('u.id', '=', 'm.owner_id'),
    )
    .where('u.id', '=', userId)
    .where('u.status', '=', 'suspended')
    .execute();

async function revokeOne(em: Em, { localStore, remoteStore, tempDir }: MediaStores, medium: Medium) {
  // A store that only this site can read gave no address out.
  if (remoteStore.elsewhere(medium.key, 'teaser.webp')?.lasting === null) return;
  const files: Listed[] = [];
  for await (const file of remoteStore.list(medium.key)) files.push(file);
  // Files that never left have no public address.
  if (files.length === 0) return;
  const as = newMediaKey();
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  try {
    for (const file of files) await fetchFile(file, medium, { localStore, remoteStore, folder, as });
    await copyAlong(localStore, { from: medium.key, as, folder });
    const isRenamed = await em.transactional(async (inside) => {
      // The member before the medium, the same order as for a new profile image (ADR-038).
      await db(inside)
        .updateTable('users')
        .set({ profile_image_key: as })
        .where('id', '=', medium.ownerId)
        .where('profile_image_key', '=', medium.key)
        .execute();
      const found = await readyMedia(inside).where('m.key', '=', medium.key).forUpdate().executeTakeFirst();
      // New sizes were added after the listing; the next try copies them too.
      if (found && found.videoState !== medium.videoState)
        throw new StoreError('move the video', 'changed in between');
      await enqueue(inside, 'remove-media', { key: medium.key });
      return db(inside)
        .updateTable('media')
        .set({ key: as, stream_of: null })
        .where('key', '=', medium.key)
        .where('status', '=', 'ready')
        .returning('id')
        .executeTakeFirst();
    });
    await localStore.remove(isRenamed ? medium.key : as);
  } catch (error) {
    await localStore.remove(as);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyAlong(
  localStore: MediaStore,
  { from, as, folder }: { from: string; as: string; folder: string },
) {
  for await (const { variant } of localStore.list(from)) {
    if (!variant || (await localStore.stat(as, variant))) continue;
    const path = join(folder, `along-${variant}`);
    if (await localStore.fetchTo(from, variant, path)) await localStore.put(as, variant, path);
  }
}
