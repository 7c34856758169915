import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { avatarSteps, type MediaStore } from '../../../media/media.ts';
import { avatars } from '../../../media/pictures.server.ts';
import type { SystemContext } from '../../../scope.ts';

interface Making {
  media: MediaStore;
  tempDir: string;
  onFailure?: (key: string, error: unknown) => void;
}

const batch = 100;
const avatarVariants = avatarSteps.map((step) => `${step}.webp` as const);

/** Makes the sizes of avatars of all profile pictures that are stored without them. May stop anywhere and run again.
 *  @returns how many pictures got them */
export async function makeMissingAvatars({ em }: Pick<SystemContext, 'em'>, making: Making): Promise<number> {
  await mkdir(making.tempDir, { recursive: true, mode: 0o700 });
  let made = 0;
  for (let after = 0; ; ) {
    const found = await withoutAvatars(em, after);
    for (const { userId, key } of found) {
      after = userId;
      try {
        made += await makeOf(em, key, making);
      } catch (error) {
        making.onFailure?.(key, error);
      }
    }
    if (found.length < batch) return made;
  }
}

const withoutAvatars = (em: Em, after: number) =>
  db(em)
    .selectFrom('users as u')
    .innerJoin('media as m', (join) =>
      join.onRef('m.key', '=', 'u.profile_image_key').onRef('m.owner_id', '=', 'u.id'),
    )
    .select(['u.id as userId', 'm.key'])
    .where('u.id', '>', after)
    .where('m.status', '=', 'ready')
    .where(({ not }) => not(sql<boolean>`m.widths @> ${[...avatarSteps]}::int[]`))
    .orderBy('u.id')
    .limit(batch)
    .execute();

/** @returns 0 where the picture is not there, as on another machine's disk, or was replaced in the meantime */
async function makeOf(em: Em, key: string, { media, tempDir }: Making): Promise<number> {
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  try {
    const path = join(folder, 'whole');
    if (!(await media.fetchTo(key, '320.webp', path))) return 0;
    const { makeAvatars } = await avatars();
    for (const file of await makeAvatars(path, { key, folder }))
      await media.put(key, file.variant, file.path);
    const { numUpdatedRows } = await db(em)
      .updateTable('media')
      .set({ widths: sql`${[...avatarSteps]}::int[] || widths` })
      .where('key', '=', key)
      .where('status', '=', 'ready')
      .where(({ not }) => not(sql<boolean>`widths @> ${[...avatarSteps]}::int[]`))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await removeUnlessKept(em, key, media);
    return Number(numUpdatedRows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Another process may have made the same in the meantime; otherwise the picture is gone, and its files with it. */
async function removeUnlessKept(em: Em, key: string, media: MediaStore) {
  const isKept = await db(em)
    .selectFrom('media')
    .select('id')
    .where('key', '=', key)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  if (!isKept) await media.remove(key, avatarVariants);
}
