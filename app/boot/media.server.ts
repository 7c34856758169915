import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Em } from '../db/orm.server.ts';
import { enqueue } from '../db/queue.server.ts';
import type { Env } from '../env.server.ts';
import { type MediaStores, moveToRemote } from '../features/core/media/move-media.server.ts';
import { sweepChunks } from '../features/core/uploads/sweep.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { bothStores } from '../media/both-stores.server.ts';
import { cloudinaryStore } from '../media/cloudinary.server.ts';
import { diskStore } from '../media/disk.server.ts';
import { canConvert } from '../media/ffmpeg.server.ts';
import type { MediaStore } from '../media/media.ts';
import { s3Store } from '../media/s3/s3-store.server.ts';
import type { SystemContext } from '../scope.ts';

const movesEveryMs = 15_000;
const sweepsEveryMs = 3_600_000;
const notificationPath = '/api/cloudinary/notification';

export interface OpenedMedia {
  media: MediaStore;
  /** Null where media are stored in the local folder alone. */
  stores: MediaStores | null;
}

/** Opens the media stores of the settings. @param em gives a fresh entity manager for each queued job */
export async function openStores(env: Env, em: () => Em): Promise<OpenedMedia> {
  const { sessionSecret: secret, dataDir, mediaStore } = env;
  const localStore = diskStore({ folder: join(dataDir, 'media'), secret });
  const remoteStore = await openRemote(env);
  if (!remoteStore) return { media: localStore, stores: null };
  // Several machines share a bucket, so that a new file goes there at once.
  const takes = mediaStore === 's3' ? 'remote' : 'local';
  const removeRemote = (key: string) => enqueue(em(), 'remove-media', { key });
  const stores = {
    localStore,
    remoteStore,
    tempDir: join(dataDir, 'incoming'),
    movesToRemote: mediaStore !== 'local',
  };
  return { media: bothStores(localStore, remoteStore, removeRemote, takes), stores };
}

async function openRemote(env: Env): Promise<MediaStore | null> {
  const { cloudinary, s3, sessionSecret: secret, origin } = env;
  const now = () => new Date();
  if (s3) return s3Store(s3, { secret, now });
  if (!cloudinary) return null;
  // Cloudinary can only call a public address.
  const notificationUrl =
    origin.startsWith('https:') || cloudinary.api?.startsWith('http:')
      ? `${origin}${notificationPath}`
      : null;
  return cloudinaryStore(cloudinary, { secret, notificationUrl, now });
}

/** Uploads local media to the service. Not a queued job, because another machine would not have the files. */
export function startMovingMedia(stores: MediaStores | null, em: () => Em): { stop: () => void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onStep = (_: unknown, error?: unknown) => {
    if (error && !signal.aborted) log.warn({ source: 'media', error }, 'not moved yet');
  };
  async function moveOn(stores: MediaStores) {
    while (!signal.aborted) {
      await moveToRemote(em(), stores, { signal, onStep }).catch((error: unknown) => onStep(null, error));
      await sleep(movesEveryMs, null, { signal, ref: false }).catch(() => {});
    }
  }
  if (stores?.movesToRemote) void moveOn(stores);
  return { stop: () => stopping.abort() };
}

/** Removes what broken uploads left on this machine's disk, at the start and every hour. Not a queued job, because that
 *  may run on another machine. */
export function startSweepingPieces(
  systemContext: () => SystemContext,
  tempDir: string,
): { stop: () => void } {
  const sweep = async () => {
    const chunks = await sweepChunks(systemContext(), tempDir);
    if (chunks > 0) log.info({ source: 'media', chunks }, 'swept');
  };
  const sweepOrWait = () => sweep().catch((error) => log.warn({ source: 'media', error }, 'not swept yet'));
  const timer = setInterval(sweepOrWait, sweepsEveryMs);
  timer.unref();
  void sweepOrWait();
  return { stop: () => clearInterval(timer) };
}

/** Logs at the start that videos are not converted, and what would change that. */
export function warnWithoutFfmpeg() {
  if (canConvert()) return;
  log.warn(
    { source: 'media' },
    'ffmpeg with libx264 and aac was not found: videos are not converted, MP4 and WebM play, AVI is a download',
  );
}
