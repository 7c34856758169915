import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { mayServe } from '../../../app/features/core/media/media-gate.server.ts';
import type { MediaStores } from '../../../app/features/core/media/move-media.server.ts';
import { action as contentCall } from '../../../app/features/library/catalog/content.api.ts';
import { bothStores } from '../../../app/media/both-stores.server.ts';
import { cloudinaryStore } from '../../../app/media/cloudinary.server.ts';
import { newMediaKey } from '../../../app/media/make.server.ts';
import type { MediaStore, Variant } from '../../../app/media/media.ts';
import { s3Store } from '../../../app/media/s3/s3-store.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { type Cloudinary, startCloudinary } from '../fake-cloudinary/fake.ts';
import { type FakeS3, startS3 } from '../fake-s3/fake.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';
import { form, picture } from './upload-form.ts';

/** A world whose media are copied to a fake Cloudinary. `both` serves from either place. */
export function twoStoreWorld(world: ReturnType<typeof testWorld>) {
  const held = {} as { cloudinary: Cloudinary; stores: MediaStores; both: MediaStore };
  beforeAll(async () => {
    const cloudinary = await startCloudinary();
    process.env.CLOUDINARY_URL = cloudinary.url;
    const limits = { callMs: 2_000, uploadMs: 5_000, idleMs: 1_000, tries: 2, pauseMs: 5 };
    const surroundings = { secret: 'x', notificationUrl: null, now: () => new Date(), limits };
    const remoteStore = await cloudinaryStore(cloudinary.settings, surroundings);
    const { media: localStore, tempDir } = world.scope();
    const stores = { localStore, remoteStore, tempDir, movesToRemote: true };
    Object.assign(held, {
      cloudinary,
      stores,
      both: bothStores(localStore, remoteStore, (key) => remoteStore.remove(key)),
    });
  });
  beforeEach(() => held.cloudinary.calm());
  afterAll(() => held.cloudinary.stop());

  return Object.assign(held, filesOf(world, held));
}

/** A world whose media are in a fake S3. `both` puts new files there, as with MEDIA_STORE=s3. */
export function bucketWorld(world: ReturnType<typeof testWorld>) {
  const held = {} as { s3: FakeS3; stores: MediaStores; both: MediaStore };
  beforeAll(async () => {
    const s3 = await startS3();
    const limits = { callMs: 2_000, partMs: 5_000, fileMs: 5_000, tries: 2, pauseMs: 5 };
    const remoteStore = s3Store(s3.settings, { secret: 'x', now: () => new Date(), limits });
    const { media: localStore, tempDir } = world.scope();
    const stores = { localStore, remoteStore, tempDir, movesToRemote: true };
    const both = bothStores(localStore, remoteStore, (key) => remoteStore.remove(key), 'remote');
    Object.assign(held, { s3, stores, both });
  });
  beforeEach(() => held.s3.calm());
  afterAll(() => held.s3.stop());

  return Object.assign(held, filesOf(world, held));
}

/** What tests of two stores do with files. */
function filesOf(world: ReturnType<typeof testWorld>, held: { stores: MediaStores; both: MediaStore }) {
  /** A file that was just made here. */
  async function put(key: string, variant: Variant, text: string) {
    const path = join(world.scope().tempDir, newMediaKey());
    writeFileSync(path, text);
    await held.stores.localStore.put(key, variant, path);
  }

  return {
    /** An item with one image, uploaded as members do. */
    async published(viewer: Viewer, tier = 'free') {
      const sent = form([
        ['title', 'Carried'],
        ['category', 'training'],
        ['tier', tier],
        ['image', await picture(900, 700), 'a.png'],
      ]);
      const answer = await world.send(contentCall, viewer, '/api/content', {}, sent);
      const { id } = (await answer.json()) as { id: number };
      const found = await row<{ key: string }>(world.em())`select key from media where content_id = ${id}`;
      return { id, key: found?.key ?? '' };
    },
    put,
    /** Makes the image the poster of a video. */
    async video(key: string, text = 'a video') {
      await put(key, 'video.mp4', text);
      await row(world.em())`update media set kind = 'video', mime = 'video/mp4' where key = ${key}`;
    },
    /** What the gate hands out. */
    served: async (viewer: Viewer | null, key: string, variant: Variant, isSigned = false) =>
      (await mayServe({ ...world.scope(viewer), media: held.both }, { key, variant, isSigned }))?.from ??
      null,
  };
}
