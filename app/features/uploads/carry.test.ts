import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cloudinary, startCloudinary } from '../../../tests/support/cloudinary-standin/standin.ts';
import { form, picture } from '../../../tests/support/upload-form.ts';
import { testWorld } from '../../../tests/support/world.ts';
import { row, rows } from '../../db/sql.server.ts';
import { cloudinaryStore } from '../../media/cloudinary.server.ts';
import { newMediaKey } from '../../media/make.server.ts';
import type { MediaStore, Variant } from '../../media/media.ts';
import { nearAndFar } from '../../media/near-and-far.server.ts';
import { StoreTrouble } from '../../media/store-trouble.ts';
import type { Viewer } from '../../scope.ts';
import { action as contentCall } from '../content/content.api.ts';
import { type Carrying, carryAway, carryHome } from './carry.server.ts';
import { mayServe } from './media-gate.server.ts';
import { action as notify } from './notification.api.ts';

const world = testWorld();
let cloudinary: Cloudinary;
let carrying: Carrying;
let both: MediaStore;

beforeAll(async () => {
  cloudinary = await startCloudinary();
  process.env.CLOUDINARY_URL = cloudinary.url;
  const patience = { callMs: 2_000, uploadMs: 5_000, idleMs: 1_000, tries: 2, pauseMs: 5 };
  const surroundings = { secret: 'x', notificationUrl: null, now: () => world.clock.at, patience };
  const far = await cloudinaryStore(cloudinary.settings, { ...surroundings, now: () => new Date() });
  const { media: near, tempDir } = world.scope();
  carrying = { near, far, tempDir, carriesAway: true };
  both = nearAndFar(near, far, (key) => far.remove(key));
});
beforeEach(() => cloudinary.calm());
afterAll(() => cloudinary.stop());

async function published(viewer: Viewer, tier = 'free') {
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
}

async function film(key: string, text = 'a film') {
  const path = join(world.scope().tempDir, newMediaKey());
  writeFileSync(path, text);
  await carrying.near.put(key, 'video.mp4', path);
  await row(world.em())`update media set kind = 'video', mime = 'video/mp4' where key = ${key}`;
}

const served = async (viewer: Viewer | null, key: string, variant: Variant, isSigned = false) =>
  (await mayServe({ ...world.scope(viewer), media: both }, { key, variant, isSigned }))?.from ?? null;
const variantsHere = async (key: string) => {
  const found: (Variant | null)[] = [];
  for await (const { variant } of carrying.near.list(key)) found.push(variant);
  return found.sort();
};
const away = () => carryAway(world.em(), carrying);
const home = () => carryHome(world.em(), carrying);

/** A store that dies, as a killed process would, at the given call of one verb. */
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

describe('carrying away', () => {
  test('moves what is made to the service; it is served before, and after by everything it was served to', async () => {
    const creator = await world.person();
    const { key } = await published(creator);
    expect(await served(null, key, '640.jpg')).toMatch(/640\.jpg$/);
    expect(await away()).toMatchObject({ moved: 1, failed: 0 });
    expect(await variantsHere(key)).toEqual([]);
    expect([...cloudinary.files.keys()]).toEqual([`image/authenticated/summa/${key}/picture`]);
    expect(await served(null, key, '640.jpg')).toMatchObject({
      lasting: expect.stringContaining('/f_auto,q_auto/'),
    });
    expect(await away()).toEqual({ moved: 0, failed: 0, unknown: 0 });
  });

  test.each(['put', 'remove'] as const)(
    'killed at a %s, it is done by the next run, and nothing is missing between',
    async (verb) => {
      const creator = await world.person();
      const { key } = await published(creator);
      await film(key);
      for (const at of [0, 1]) {
        const broken = {
          ...carrying,
          [verb === 'put' ? 'far' : 'near']: dyingAt(carrying[verb === 'put' ? 'far' : 'near'], verb, at),
        };
        await carryAway(world.em(), broken);
        for (const variant of ['640.webp', 'video.mp4'] as const)
          expect(await both.stat(key, variant)).not.toBeNull();
      }
      await away();
      expect(await variantsHere(key)).toEqual([]);
      expect(await both.stat(key, 'video.mp4')).toEqual({ bytes: 6 });
    },
  );

  test('a service that is away or garbles costs nothing: all is served from here, and goes the next time', async () => {
    const { key } = await published(await world.person());
    for (const mishap of ['fail', 'garble', 'drop'] as const) {
      cloudinary.calm();
      cloudinary.mishaps[mishap] = 99;
      expect(await away()).toMatchObject({ moved: 0, failed: 1 });
      expect(await served(null, key, '320.avif')).toMatch(/320\.avif$/);
    }
    cloudinary.calm();
    cloudinary.mishaps.failAfter = 1;
    expect(await away()).toMatchObject({ moved: 1, failed: 0 });
  });

  test('what is deleted meanwhile does not come to life again', async () => {
    const { key } = await published(await world.person());
    const slow = new Proxy(carrying.far, {
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
    await carryAway(world.em(), { ...carrying, far: slow });
    expect([...cloudinary.files.keys()].filter((id) => id.includes(key))).toEqual([]);
    expect(await variantsHere(key)).toEqual([]);
  });
});

describe('coming home', () => {
  test('brings every size back, its files byte by byte, and twice changes nothing', async () => {
    const { key } = await published(await world.person());
    await film(key, 'the very film');
    const before = await variantsHere(key);
    await away();
    expect((await home()).failed).toBe(0);
    expect(await variantsHere(key)).toEqual(before);
    expect([...cloudinary.files.keys()].filter((id) => id.includes(key))).toEqual([]);
    expect(await home()).toMatchObject({ moved: 0, failed: 0 });
    expect(readdirSync(carrying.tempDir).filter((name) => name.startsWith('upload-'))).toEqual([]);
  });

  test.each(['fetchTo', 'put', 'remove'] as const)(
    'killed at a %s, it is done by the next run',
    async (verb) => {
      const { key } = await published(await world.person());
      await film(key);
      const before = await variantsHere(key);
      await away();
      for (const at of [0, 1, 4]) {
        const side = verb === 'put' ? 'near' : 'far';
        await carryHome(world.em(), { ...carrying, [side]: dyingAt(carrying[side], verb, at) });
        for (const variant of ['640.webp', 'video.mp4'] as const)
          expect(await both.stat(key, variant)).not.toBeNull();
      }
      await home();
      expect(await variantsHere(key)).toEqual(before);
    },
  );

  test('a file that is not what was sent stays there, and is told', async () => {
    const { key } = await published(await world.person());
    await away();
    const kept = cloudinary.files.get(`image/authenticated/summa/${key}/picture`);
    if (kept) kept.bytes = Buffer.concat([kept.bytes.subarray(1), Buffer.from('x')]);
    const errors: unknown[] = [];
    const tally = await carryHome(world.em(), carrying, {
      onStep: (_, error) => error && errors.push(error),
    });
    expect(tally.failed).toBe(1);
    expect(errors).toEqual([expect.any(StoreTrouble)]);
    expect(await variantsHere(key)).toEqual([]);
    cloudinary.files.clear();
  });
});

describe('who is handed what', () => {
  test('paid bytes are passed on, never their address, and not after a plan ends', async () => {
    const fan = await world.person({ plan: 'premium' });
    const { key } = await published(await world.person(), 'premium');
    await away();
    expect(await served(fan, key, '640.jpg')).toBeNull();
    expect(await served(fan, key, '640.jpg', true)).toMatchObject({ open: expect.any(Function) });
    expect(
      await mayServe({ ...world.scope(fan), media: both }, { key, variant: '640.jpg', isSigned: true }),
    ).toMatchObject({ isPublic: false });
    expect(await served({ ...fan, plan: 'free' }, key, '640.jpg', true)).toBeNull();
    expect(await served(null, key, 'teaser.webp')).toMatchObject({
      lasting: expect.stringContaining('e_blur'),
    });
  });

  const done = (key: string) => ({
    notification_type: 'eager',
    public_id: `summa/${key}/video-mp4`,
    eager: [{ secure_url: 'https://res.cloudinary.com/x.m3u8' }],
  });
  const send = async (told: { raw: string; headers: Record<string, string> }) => {
    const edge = (args: { context: { scope: object } }) =>
      notify({
        ...args,
        context: { ...args.context, scope: { ...args.context.scope, media: both } },
      } as never);
    const init = { method: 'POST', body: told.raw, headers: told.headers };
    return (await world.send(edge as never, null, '/api/cloudinary/notification', {}, init)).status;
  };

  test('a signed notification opens the streams of a free film, of a paid one never', async () => {
    const { id, key } = await published(await world.person());
    await film(key);
    await away();
    expect(await served(null, key, 'stream.m3u8')).toBeNull();
    expect([
      await send(cloudinary.notification(done(key))),
      await send(cloudinary.notification(done(key), { algorithm: 'sha256' })),
    ]).toEqual([200, 200]);
    expect(await served(null, key, 'stream.m3u8')).toMatchObject({
      lasting: expect.stringMatching(/sp_auto\/v1\/summa\/.*\.m3u8$/),
    });
    await row(world.em())`update content set tier = 'vip' where id = ${id}`;
    expect(await served(await world.person({ plan: 'vip' }), key, 'stream.m3u8', true)).toBeNull();
  });

  test('what is forged, old, from the future, not ours or not understood changes nothing', async () => {
    const { key } = await published(await world.person());
    await film(key);
    const hour = 3_600_000;
    const good = cloudinary.notification(done(key));
    expect(await send({ ...good, raw: good.raw.replace('eager', 'eagle') })).toBe(400);
    expect(await send({ ...good, headers: { ...good.headers, 'x-cld-signature': '' } })).toBe(400);
    expect(await send({ raw: good.raw, headers: {} })).toBe(400);
    for (const shift of [-3 * hour, 3 * hour])
      expect(await send(cloudinary.notification(done(key), { at: new Date(Date.now() + shift) }))).toBe(400);
    const others = [
      done(newMediaKey()),
      { ...done(key), public_id: '../../x' },
      { notification_type: 'upload' },
      [],
    ];
    for (const other of others) expect(await send(cloudinary.notification(other))).toBe(200);
    const noted = await rows(world.em())`select 1 from media where stream_of is not null and key = ${key}`;
    expect(noted).toEqual([]);
  });
});
