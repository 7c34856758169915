import { join } from 'node:path';
import type { Em } from './db/orm.server.ts';
import { enqueue } from './db/queue.server.ts';
import type { Env } from './env.server.ts';
import type { Carrying } from './features/uploads/carry.server.ts';
import { cloudinaryStore } from './media/cloudinary.server.ts';
import { diskStore } from './media/disk.server.ts';
import type { MediaStore } from './media/media.ts';
import { nearAndFar } from './media/near-and-far.server.ts';

export const notificationPath = '/api/cloudinary/notification';

export interface Stores {
  media: MediaStore;
  /** Null where media live in the local folder alone. */
  carrying: Carrying | null;
}

/** Opens the stores of media that the settings mean. @param em gives a fresh one for every order to the queue */
export async function openStores(env: Env, em: () => Em): Promise<Stores> {
  const { cloudinary, sessionSecret: secret, dataDir, origin, mediaStore } = env;
  const near = diskStore({ folder: join(dataDir, 'media'), secret });
  if (!cloudinary) return { media: near, carrying: null };
  // Cloudinary reaches only what the world reaches.
  const notificationUrl =
    origin.startsWith('https:') || cloudinary.api?.startsWith('http:')
      ? `${origin}${notificationPath}`
      : null;
  const far = await cloudinaryStore(cloudinary, { secret, notificationUrl, now: () => new Date() });
  const media = nearAndFar(near, far, (key) => enqueue(em(), 'remove-media', { key }));
  const carrying = {
    near,
    far,
    tempDir: join(dataDir, 'incoming'),
    carriesAway: mediaStore === 'cloudinary',
  };
  return { media, carrying };
}
