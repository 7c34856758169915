import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Variant } from '../../../app/media/media.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';

export interface StoredFacts {
  kind?: 'image' | 'video';
  bytes?: number;
  /** The row is there and the file is not. */
  isLost?: boolean;
}

/** Puts a file of an item into the store and its row beside it; the bytes say what they are. */
export async function storeFile(
  world: ReturnType<typeof testWorld>,
  owner: Viewer,
  item: number,
  { kind = 'image', bytes = 2_000, isLost = false }: StoredFacts = {},
) {
  const key = randomBytes(16).toString('hex');
  const mime = kind === 'image' ? 'image/png' : 'video/mp4';
  await row(world.em())`
    insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color, widths)
    select ${key}, ${owner.id}, ${item}, count(*), ${kind}, 'ready', ${mime}, 640, 480, ${bytes}, '#123456', '{320,640}'
    from media where content_id = ${item}`;
  const variant: Variant = kind === 'image' ? '640.jpg' : 'video.mp4';
  const { media, tempDir } = world.scope();
  if (isLost) return { key, content: Buffer.alloc(0) };
  const content = Buffer.concat([Buffer.from(`${variant} of ${key}`), randomBytes(bytes)]);
  const path = `${tempDir}-${key}`;
  await writeFile(path, content);
  await media.put(key, variant, path);
  return { key, content };
}
