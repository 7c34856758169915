import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { bucketWorld } from '../../../../tests/support/media/two-stores.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { bothStores } from '../../../media/both-stores.server.ts';
import { diskStore } from '../../../media/disk.server.ts';
import { newMediaKey } from '../../../media/make.server.ts';
import type { MediaStore, Variant } from '../../../media/media.ts';
import { StoreError } from '../../../media/store-error.ts';
import { revokeRemote } from '../../library/items/revoke-remote.server.ts';
import { moveToLocal, moveToRemote } from './move-media.server.ts';

const world = testWorld();
const bucket = bucketWorld(world);
const { published, put, video, served } = bucket;
const away = (stores = bucket.stores) => moveToRemote(world.em(), stores);
const home = (stores = bucket.stores) => moveToLocal(world.em(), stores);
const objects = () => bucket.s3.bucket.objects;

/** Names and bytes of a medium's files. */
async function filesIn(store: MediaStore, key: string) {
  const found: [Variant, string][] = [];
  const folder = await mkdtemp(join(tmpdir(), 'summa-move-'));
  for await (const { variant } of store.list(key)) {
    if (!variant) continue;
    await store.fetchTo(key, variant, join(folder, variant));
    found.push([variant, (await readFile(join(folder, variant))).toString('base64')]);
  }
  await rm(folder, { recursive: true });
  return found.sort();
}

/** A store of which one method is another. */
const changed = <Name extends keyof MediaStore>(
  store: MediaStore,
  name: Name,
  other: (of: MediaStore[Name]) => MediaStore[Name],
): MediaStore => ({ ...store, [name]: other(store[name]) });

/** A store that fails at the given call of one method, as in a killed process. */
function dyingAt(store: MediaStore, verb: 'put' | 'remove' | 'fetchTo', at: number): MediaStore {
  let left = at;
  return changed(store, verb, (works) => (...given: never[]) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : (works as (...all: never[]) => never)(...given);
  });
}

async function publishedVideo() {
  const { key, id } = await published(await world.person());
  await video(key, 'the very video');
  return { key, id };
}

afterEach(async () => {
  objects().clear();
  await row(world.em())`update media set status = 'removed', content_id = null where content_id is not null`;
});

describe('moving to the bucket', () => {
  test('moves every file byte for byte, and viewers are served before and after', async () => {
    const { key } = await publishedVideo();
    const before = await filesIn(bucket.stores.localStore, key);
    expect(await served(null, key, '640.jpg')).toMatch(/640\.jpg$/);
    expect(await away()).toMatchObject({ moved: 1, failed: 0 });
    expect(await filesIn(bucket.stores.localStore, key)).toEqual([]);
    expect(await filesIn(bucket.stores.remoteStore, key)).toEqual(before);
    // No address of the bucket is given out, so bytes of free items pass through the gate too.
    expect(await served(null, key, '640.jpg')).toMatchObject({ lasting: null, open: expect.any(Function) });
    expect(await away()).toMatchObject({ moved: 0, failed: 0 });
  });

  test.each(['put', 'remove'] as const)('killed at a %s, it is finished by the next run', async (verb) => {
    const { key } = await publishedVideo();
    const before = await filesIn(bucket.stores.localStore, key);
    const side = verb === 'put' ? 'remoteStore' : 'localStore';
    for (const at of [0, 1, 3]) {
      await away({ ...bucket.stores, [side]: dyingAt(bucket.stores[side], verb, at) });
      for (const [variant] of before) expect(await bucket.both.stat(key, variant)).not.toBeNull();
    }
    expect(await away()).toMatchObject({ failed: 0 });
    expect(await filesIn(bucket.stores.remoteStore, key)).toEqual(before);
  });

  test.each(['slowDown', 'drop', 'failAfter', 'garble'] as const)(
    'a store with the fault %s loses nothing: files are served from here and moved later',
    async (fault) => {
      const { key } = await publishedVideo();
      const before = await filesIn(bucket.stores.localStore, key);
      bucket.s3.faults[fault] = 9_999;
      expect(await away()).toMatchObject({ moved: 0, failed: 1 });
      expect(await filesIn(bucket.stores.localStore, key)).toEqual(before);
      bucket.s3.calm();
      expect(await away()).toMatchObject({ moved: 1, failed: 0 });
      expect(await filesIn(bucket.stores.remoteStore, key)).toEqual(before);
    },
  );

  test('a file that the site moved at the same time is no failure', async () => {
    const { key } = await publishedVideo();
    const late = changed(bucket.stores.remoteStore, 'put', (works) => async (...given) => {
      await away();
      await works(...given);
    });
    expect(await away({ ...bucket.stores, remoteStore: late })).toMatchObject({ moved: 1, failed: 0 });
    expect((await filesIn(bucket.stores.remoteStore, key)).length).toBeGreaterThan(3);
  });

  test('a medium that is deleted during its move does not come back', async () => {
    const { key } = await publishedVideo();
    const slow = changed(bucket.stores.remoteStore, 'put', (works) => async (...given) => {
      await works(...given);
      await row(world.em())`update media set status = 'removed', content_id = null where key = ${key}`;
    });
    await away({ ...bucket.stores, remoteStore: slow });
    expect([...objects().keys()]).toEqual([]);
    expect(await filesIn(bucket.stores.localStore, key)).toEqual([]);
  });
});

describe('moving back from the bucket', () => {
  test('brings every file back, byte for byte, and a second run changes nothing', async () => {
    const { key } = await publishedVideo();
    const before = await filesIn(bucket.stores.localStore, key);
    await away();
    expect(await home()).toMatchObject({ moved: 1, failed: 0 });
    expect(await filesIn(bucket.stores.localStore, key)).toEqual(before);
    expect([...objects().keys()]).toEqual([]);
    expect(await home()).toMatchObject({ moved: 0, failed: 0 });
  });

  test.each(['fetchTo', 'put', 'remove'] as const)(
    'killed at a %s, it is finished by the next run',
    async (verb) => {
      const { key } = await publishedVideo();
      const before = await filesIn(bucket.stores.localStore, key);
      await away();
      const side = verb === 'put' ? 'localStore' : 'remoteStore';
      for (const at of [0, 1, 4]) {
        await home({ ...bucket.stores, [side]: dyingAt(bucket.stores[side], verb, at) });
        for (const [variant] of before) expect(await bucket.both.stat(key, variant)).not.toBeNull();
      }
      await home();
      expect(await filesIn(bucket.stores.localStore, key)).toEqual(before);
    },
  );

  test('an object that differs from what was sent stays there, and is reported', async () => {
    const { key } = await publishedVideo();
    await away();
    const kept = objects().get(`summa/${key}/video.mp4`);
    if (kept) kept.bytes = Buffer.from('the very vIdeo');
    const errors: unknown[] = [];
    const onStep = (_: unknown, error?: unknown) => void (error && errors.push(error));
    const tally = await moveToLocal(world.em(), bucket.stores, { onStep });
    expect([tally.failed, errors]).toEqual([1, [expect.any(StoreError)]]);
    expect(await bucket.stores.localStore.stat(key, 'video.mp4')).toBeNull();
    expect(objects().has(`summa/${key}/video.mp4`)).toBe(true);
  });

  test('a file here of the same length is not taken for the one in the bucket', async () => {
    const { key } = await publishedVideo();
    await away();
    await put(key, 'video.mp4', 'THE VERY VIDEO');
    expect(await home()).toMatchObject({ moved: 1, failed: 0 });
    const files = await filesIn(bucket.stores.localStore, key);
    expect(files).toContainEqual(['video.mp4', Buffer.from('the very video').toString('base64')]);
  });

  test('a file that another machine adds during the move stays in the bucket until the next run', async () => {
    const { key } = await publishedVideo();
    await away();
    const slow = changed(bucket.stores.localStore, 'put', (works) => async (...given) => {
      await works(...given);
      await bucket.stores.remoteStore.put(key, '480p.mp4', (await otherFile('a size')) as string);
    });
    expect(await home({ ...bucket.stores, localStore: slow })).toMatchObject({ moved: 1, failed: 0 });
    expect([...objects().keys()]).toEqual([`summa/${key}/480p.mp4`]);
    expect(await bucket.both.stat(key, '480p.mp4')).toMatchObject({ bytes: 6 });
    await home();
    expect(await bucket.stores.localStore.stat(key, '480p.mp4')).toEqual({ bytes: 6 });
  });
});

async function otherFile(text: string) {
  const path = join(world.scope().tempDir, newMediaKey());
  writeFileSync(path, text);
  return path;
}

describe('several machines', () => {
  test('see a new file at once, and its removal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'summa-other-'));
    const other = bothStores(
      diskStore({ folder, secret: 'x' }),
      bucket.stores.remoteStore,
      (key) => bucket.stores.remoteStore.remove(key),
      'remote',
    );
    const key = newMediaKey();
    await bucket.both.put(key, 'video.mp4', await otherFile('from here'));
    expect(await other.stat(key, 'video.mp4')).toMatchObject({ bytes: 9 });
    expect(await bucket.stores.localStore.stat(key, 'video.mp4')).toBeNull();
    await other.remove(key);
    expect(await bucket.both.stat(key, 'video.mp4')).toBeNull();
    await rm(folder, { recursive: true });
  });

  test('a new file is not hidden by an older one here', async () => {
    const key = newMediaKey();
    await put(key, '480p.mp4', 'old');
    await bucket.both.put(key, '480p.mp4', await otherFile('newer'));
    expect(await bucket.both.stat(key, '480p.mp4')).toMatchObject({ bytes: 5 });
  });
});

test('an item that stops being public keeps its files: no address of the bucket was given out', async () => {
  const { key, id } = await publishedVideo();
  await away();
  await row(world.em())`update content set tier = 'vip' where id = ${id}`;
  await revokeRemote(world.em(), bucket.stores, { contentId: id });
  expect(await row(world.em())`select key from media where content_id = ${id}`).toEqual({ key });
  expect(objects().has(`summa/${key}/video.mp4`)).toBe(true);
  expect(await served(null, key, 'video.mp4', true)).toBeNull();
});
