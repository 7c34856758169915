import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Tier } from '../../../app/domain/tiers.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';
import { makeTestVideo } from './test-video.ts';

interface Facts {
  creator: Viewer;
  tier?: Tier;
  seconds?: number;
}

/** An item with a real video, which plays. */
export async function videoItem(
  world: ReturnType<typeof testWorld>,
  { creator, tier = 'free', seconds = 4 }: Facts,
) {
  const id = await world.item({ creator: creator.id, tier, contentType: 'video', priceCents: 500 });
  const key = randomBytes(16).toString('hex');
  const { media, tempDir } = world.scope();
  const path = `${tempDir}-${key}`;
  await mkdir(tempDir, { recursive: true });
  await writeFile(path, makeTestVideo('mp4', { seconds }));
  await media.put(key, 'video.mp4', path);
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths, duration_ms)
    values (${key}, ${creator.id}, ${id}, 'video', 'ready', 'video/mp4', 320, 180, 9, '#aabbcc', '{320}',
      ${1_000 * seconds}) returning id`;
  return { id, key, mediaId: made?.id ?? 0 };
}
