import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Em } from '../db/orm.server.ts';
import { enqueue } from '../db/queue.server.ts';
import type { Env } from '../env.server.ts';
import { type Carrying, carryAway } from '../features/uploads/carry.server.ts';
import { log } from '../http/log.server.ts';
import { cloudinaryStore } from '../media/cloudinary.server.ts';
import { diskStore } from '../media/disk.server.ts';
import { canConvert } from '../media/ffmpeg.server.ts';
import type { MediaStore } from '../media/media.ts';
import { nearAndFar } from '../media/near-and-far.server.ts';

const carriesEveryMs = 15_000;
const notificationPath = '/api/cloudinary/notification';

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

/**
 * Carries what is made on this machine to the service, as long as the process lives. This is no job of the queue: a
 * job may be taken by another machine, where the files do not lie.
 */
export function startCarrying(carrying: Stores['carrying'], em: () => Em): { stop: () => void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onStep = (_: unknown, error?: unknown) => {
    if (error && !signal.aborted) log.warn({ source: 'media', error }, 'not carried yet');
  };
  async function carryOn(carrying: Carrying) {
    while (!signal.aborted) {
      await carryAway(em(), carrying, { signal, onStep }).catch((error: unknown) => onStep(null, error));
      await sleep(carriesEveryMs, null, { signal, ref: false }).catch(() => {});
    }
  }
  if (carrying?.carriesAway) void carryOn(carrying);
  return { stop: () => stopping.abort() };
}

/** Says at the start when films stay as they were sent, and what would change that. */
export function sayWhatFilmsNeed() {
  if (canConvert()) return;
  log.warn(
    { source: 'media' },
    'ffmpeg with libx264 and aac was not found: films are not converted, MP4 and WebM play, AVI is a download',
  );
}
