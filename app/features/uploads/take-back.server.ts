import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { newMediaKey } from '../../media/make.server.ts';
import type { FilmState, Listed, MediaStore, WidthStep } from '../../media/media.ts';
import { StoreTrouble } from '../../media/store-trouble.ts';
import { bringHome, type Carrying } from './carry.server.ts';

/**
 * An item that was for everybody no longer is: the lasting addresses of its files at the service, which anybody may
 * have kept, must open nothing. So its files come here under new keys, and the old ones are removed over there; from
 * here they are carried away again as private ones. Run again after a failure, it does what is left.
 * @throws StoreTrouble
 */
export async function takeBack(em: Em, carrying: Carrying, contentId: number): Promise<void> {
  const media = await rows<Medium>(em)`
    select m.key, m.widths, m.film_state as "filmState" from media m join content c on c.id = m.content_id
    where c.id = ${contentId} and m.status = 'ready'
      and not (c.status = 'published' and c.tier = 'free' and c.early_until is null)`;
  for (const medium of media) await takeBackOne(em, carrying, medium);
}

interface Medium {
  key: string;
  widths: WidthStep[];
  filmState: FilmState | null;
}

async function takeBackOne(em: Em, { near, far, tempDir }: Carrying, medium: Medium) {
  const files: Listed[] = [];
  for await (const file of far.list(medium.key)) files.push(file);
  // What never left has no lasting address.
  if (files.length === 0) return;
  const as = newMediaKey();
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(tempDir, `upload-${process.pid}-`));
  try {
    for (const file of files) await bringHome(file, medium, { near, far, folder, as });
    await bringAlong(near, { from: medium.key, as, folder });
    const isRenamed = await em.transactional(async (inside) => {
      const found = await row<{ filmState: FilmState | null }>(inside)`
        select film_state as "filmState" from media where key = ${medium.key} and status = 'ready' for update`;
      // Sizes were put here after we looked: the next try takes them along.
      if (found && found.filmState !== medium.filmState) throw new StoreTrouble('keep still', 'no sense');
      await enqueue(inside, 'remove-media', { key: medium.key });
      return row(inside)`update media set key = ${as}, stream_of = null
        where key = ${medium.key} and status = 'ready' returning id`;
    });
    await near.remove(isRenamed ? medium.key : as);
  } catch (error) {
    await near.remove(as);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What lies here only: not carried away yet, or just made. */
async function bringAlong(
  near: MediaStore,
  { from, as, folder }: { from: string; as: string; folder: string },
) {
  for await (const { variant } of near.list(from)) {
    if (!variant || (await near.stat(as, variant))) continue;
    const path = join(folder, `along-${variant}`);
    if (await near.fetchTo(from, variant, path)) await near.put(as, variant, path);
  }
}
