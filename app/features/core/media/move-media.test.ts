import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { twoStoreWorld } from '../../../../tests/support/media/two-stores.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { newMediaKey } from '../../../media/make.server.ts';
import type { MediaStore, Variant } from '../../../media/media.ts';
import { StoreError } from '../../../media/store-error.ts';
import { mayServe } from './media-gate.server.ts';
import { moveToLocal, moveToRemote } from './move-media.server.ts';

const world = testWorld();
const carried = twoStoreWorld(world);
const { published, video, served } = carried;
const variantsHere = async (key: string) => {
  const found: (Variant | null)[] = [];
  for await (const { variant } of carried.stores.localStore.list(key)) found.push(variant);
  return found.sort();
};
const away = () => moveToRemote(world.em(), carried.stores);
const home = () => moveToLocal(world.em(), carried.stores);

/** A store that fails at the given call of one method, as in a killed process. */
function dyingAt(store: MediaStore, verb: 'put' | 'remove' | 'fetchTo', at: number): MediaStore {
  let left = at;
  return new Proxy(store, {
    get(target, name, receiver) {
      if (name === verb) left -= 1;
      if (name === verb && left < 0) return () => Promise.reject(new Error('killed'));
      return Reflect.get(target, name, receiver);
    },
  });
}

describe('moving to the remote store', () => {
  test('moves prepared files to the service; every viewer is served before and after', async () => {
    const creator = await world.person();
    const { key } = await published(creator);
    expect(await served(null, key, '640.jpg')).toMatch(/640\.jpg$/);
    expect(await away()).toMatchObject({ moved: 1, failed: 0 });
    expect(await variantsHere(key)).toEqual([]);
    expect([...carried.cloudinary.files.keys()]).toEqual([`image/authenticated/summa/${key}/picture`]);
    expect(await served(null, key, '640.jpg')).toMatchObject({
      lasting: expect.stringContaining('/f_auto,q_auto/'),
    });
    expect(await away()).toEqual({ moved: 0, failed: 0, unknown: 0 });
  });

  test.each(['put', 'remove'] as const)(
    'killed at a %s, it is finished by the next run, and no file is missing between',
    async (verb) => {
      const creator = await world.person();
      const { key } = await published(creator);
      await video(key);
      for (const at of [0, 1]) {
        const broken = {
          ...carried.stores,
          [verb === 'put' ? 'remoteStore' : 'localStore']: dyingAt(
            carried.stores[verb === 'put' ? 'remoteStore' : 'localStore'],
            verb,
            at,
          ),
        };
        await moveToRemote(world.em(), broken);
        for (const variant of ['640.webp', 'video.mp4'] as const)
          expect(await carried.both.stat(key, variant)).not.toBeNull();
      }
      await away();
      expect(await variantsHere(key)).toEqual([]);
      expect(await carried.both.stat(key, 'video.mp4')).toEqual({ bytes: 7 });
    },
  );

  test('a service that is down or answers nonsense loses nothing: files are served from here and moved later', async () => {
    const { key } = await published(await world.person());
    for (const fault of ['fail', 'garble', 'drop'] as const) {
      carried.cloudinary.calm();
      carried.cloudinary.faults[fault] = 99;
      expect(await away()).toMatchObject({ moved: 0, failed: 1 });
      expect(await served(null, key, '320.avif')).toMatch(/320\.avif$/);
    }
    carried.cloudinary.calm();
    carried.cloudinary.faults.failAfter = 1;
    expect(await away()).toMatchObject({ moved: 1, failed: 0 });
  });

  test('a folder that was half emptied does not replace the remote picture by a smaller one', async () => {
    const { key } = await published(await world.person());
    const dying = new Proxy(carried.stores.localStore, {
      get: (target, name, receiver) =>
        name === 'remove'
          ? async () => rmSync((await target.localPath(key, '1280.jpg')) ?? '')
          : Reflect.get(target, name, receiver),
    });
    await moveToRemote(world.em(), { ...carried.stores, localStore: dying });
    const there = () => carried.cloudinary.files.get(`image/authenticated/summa/${key}/picture`)?.sha256;
    const sent = there();
    expect(await variantsHere(key)).toContain('640.jpg');
    expect(await away()).toMatchObject({ moved: 1 });
    expect([there(), typeof sent]).toEqual([sent, 'string']);
  });

  test('files of a running conversion are not deleted here', async () => {
    const { key } = await published(await world.person());
    await video(key);
    await row(world.em())`update media set video_state = 'converting' where key = ${key}`;
    expect(await away()).toMatchObject({ moved: 0, failed: 1 });
    expect(await variantsHere(key)).toContain('video.mp4');
    await carried.put(key, '480p.mp4', 'the small size');
    await row(world.em())`update media set video_state = 'done' where key = ${key}`;
    expect(await away()).toMatchObject({ moved: 1, failed: 0 });
    expect(await carried.both.stat(key, '480p.mp4')).toEqual({ bytes: 14 });
  });

  test('a medium that is deleted during its move does not come back', async () => {
    const { key } = await published(await world.person());
    const slow = new Proxy(carried.stores.remoteStore, {
      get: (target, name, receiver) =>
        name === 'put'
          ? async (...given: Parameters<MediaStore['put']>) => {
              await target.put(...given);
              await row(
                world.em(),
              )`update media set status = 'removed', content_id = null where key = ${key}`;
            }
          : Reflect.get(target, name, receiver),
    });
    await moveToRemote(world.em(), { ...carried.stores, remoteStore: slow });
    expect([...carried.cloudinary.files.keys()].filter((id) => id.includes(key))).toEqual([]);
    expect(await variantsHere(key)).toEqual([]);
  });
});

describe('moving back to this machine', () => {
  // A picture that comes back is made anew in all sizes, also those of the tests before.
  beforeEach(() => row(world.em())`delete from media`);

  test('brings every size back, byte for byte, and a second run changes nothing', async () => {
    const { key } = await published(await world.person());
    await video(key, 'the very video');
    const before = await variantsHere(key);
    await away();
    expect((await home()).failed).toBe(0);
    expect(await variantsHere(key)).toEqual(before);
    expect([...carried.cloudinary.files.keys()].filter((id) => id.includes(key))).toEqual([]);
    expect(await home()).toMatchObject({ moved: 0, failed: 0 });
    expect(readdirSync(carried.stores.tempDir).filter((name) => name.startsWith('upload-'))).toEqual([]);
  });

  test.each(['fetchTo', 'put', 'remove'] as const)(
    'killed at a %s, it is finished by the next run',
    async (verb) => {
      const { key } = await published(await world.person());
      await video(key);
      const before = await variantsHere(key);
      await away();
      for (const at of [0, 1, 4]) {
        const side = verb === 'put' ? 'localStore' : 'remoteStore';
        await moveToLocal(world.em(), {
          ...carried.stores,
          [side]: dyingAt(carried.stores[side], verb, at),
        });
        for (const variant of ['640.webp', 'video.mp4'] as const)
          expect(await carried.both.stat(key, variant)).not.toBeNull();
      }
      await home();
      expect(await variantsHere(key)).toEqual(before);
    },
  );

  test('a remote file that differs from what was sent stays there, and is reported', async () => {
    const { key } = await published(await world.person());
    await away();
    const kept = carried.cloudinary.files.get(`image/authenticated/summa/${key}/picture`);
    if (kept) kept.bytes = Buffer.concat([kept.bytes.subarray(1), Buffer.from('x')]);
    const errors: unknown[] = [];
    const tally = await moveToLocal(world.em(), carried.stores, {
      onStep: (_, error) => error && errors.push(error),
    });
    expect(tally.failed).toBe(1);
    expect(errors).toEqual([expect.any(StoreError)]);
    expect(await variantsHere(key)).toEqual([]);
    carried.cloudinary.files.clear();
  });
});

test('a clip moves when it is ready, and viewers never get its address at the service', async () => {
  const key = newMediaKey();
  const { key: original } = await published(await world.person());
  await row(world.em())`
    insert into clips (key, media_id, from_ms, to_ms, slowdown, state, asked_at, last_used_at)
    select ${key}, id, 0, 1000, 1, 'cutting', now(), now() from media where key = ${original}`;
  const path = `${carried.stores.tempDir}/${key}`;
  writeFileSync(path, 'clip');
  await carried.stores.localStore.put(key, 'clip.mp4', path);
  await away();
  expect(await variantsHere(key)).toEqual(['clip.mp4']);
  await row(world.em())`update clips set state = 'ready' where key = ${key}`;
  await away();
  expect(await variantsHere(key)).toEqual([]);
  const scope = { ...world.scope(), media: carried.both };
  const file = await mayServe(scope, { key, variant: 'clip.mp4', isSigned: false });
  // Not public: its bytes are passed on instead of a redirect.
  expect(file).toMatchObject({ isPublic: false, from: { lasting: expect.any(String) } });
  expect(await home()).toMatchObject({ failed: 0 });
  expect(await variantsHere(key)).toEqual(['clip.mp4']);
});
