import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, type Cloudinary, startCloudinary } from '../../tests/support/fake-cloudinary/fake.ts';
import { cloudinaryStore } from './cloudinary.server.ts';
import { newMediaKey } from './make.server.ts';
import type { Listed, MediaStore } from './media.ts';

const limits = { callMs: 600, uploadMs: 6_000, idleMs: 600, tries: 3, pauseMs: 5 };
let home = '';
let cloudinary: Cloudinary;
let store: MediaStore;
/** Where no file ever arrives, there is no use in waiting for one. */
let hasty: MediaStore;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'summa-cloudinary-'));
  cloudinary = await startCloudinary();
  process.env.CLOUDINARY_URL = cloudinary.url;
  const now = () => new Date();
  const notificationUrl = 'https://summa.example/api/cloudinary/notification';
  const surroundings = { secret: 'x'.repeat(32), notificationUrl, now };
  store = await cloudinaryStore(cloudinary.settings, { ...surroundings, limits });
  const brief = { ...limits, uploadMs: limits.callMs };
  hasty = await cloudinaryStore(cloudinary.settings, { ...surroundings, limits: brief });
});
beforeEach(() => {
  cloudinary.calm();
  cloudinary.calls.length = 0;
  cloudinary.files.clear();
});
afterAll(async () => {
  await cloudinary.stop();
  await rm(home, { recursive: true, force: true });
});

async function video(bytes: Buffer | string = 'a video') {
  const path = join(home, newMediaKey());
  await writeFile(path, bytes);
  return path;
}
const put = async (bytes?: Buffer | string, key = newMediaKey(), to = store) => {
  await to.put(key, 'video.mp4', await video(bytes));
  return key;
};
const opened = { method: 'GET', range: null, signal: new AbortController().signal } as const;
/** Everything that a log could print of an error. */
const allOf = (error: unknown) =>
  error instanceof Error
    ? `${error.stack}${JSON.stringify({ ...error })}${String(error.cause)}`
    : JSON.stringify(error);

describe('what is sent', () => {
  test('is authenticated, under our name, replaces itself, carries its checksum and asks for streams', async () => {
    const key = await put();
    const [[id, kept] = ['', null]] = [...cloudinary.files];
    expect(id).toBe(`video/authenticated/summa/${key}/video-mp4`);
    expect(kept?.fields).toMatchObject({
      overwrite: '1',
      invalidate: '1',
      eager_async: '1',
      eager: 'sp_auto/m3u8',
    });
    expect(kept?.fields.notification_url).toBe('https://summa.example/api/cloudinary/notification');
    expect(kept?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is sent in parts of 6 MB when it is large, one after another', async () => {
    const calm = await cloudinaryStore(cloudinary.settings, {
      secret: 'x',
      notificationUrl: null,
      now: () => new Date(),
    });
    await calm.put(newMediaKey(), 'video.mp4', await video(Buffer.alloc(13_000_000, 'x')));
    expect(cloudinary.calls.filter(({ verb }) => verb === 'upload')).toHaveLength(3);
  });

  test.each(['fail', 'failAfter', 'drop', 'silence', 'garble'] as const)('survives one %s', async (fault) => {
    cloudinary.faults[fault] = 1;
    const key = await put();
    expect([...cloudinary.files.keys()]).toEqual([`video/authenticated/summa/${key}/video-mp4`]);
    expect(await store.stat(key, 'video.mp4')).toEqual({ bytes: 7 });
  });

  test('a part that fails in the middle ends the try, and the next one sends everything', async () => {
    cloudinary.faults.failAfter = 1;
    const key = await put(Buffer.alloc(13_000_000, 'y'));
    expect(await store.stat(key, 'video.mp4')).toEqual({ bytes: 13_000_000 });
  });
});

test('an answer without a checksum is accepted only after reading the file back', async () => {
  cloudinary.tellsEtag = false;
  cloudinary.faults.garble = 1;
  const key = await put('read me back');
  expect(cloudinary.calls.map(({ verb }) => verb)).toEqual(['upload', 'download', 'upload', 'download']);
  expect(String(cloudinary.files.get(`video/authenticated/summa/${key}/video-mp4`)?.bytes)).toBe(
    'read me back',
  );
  cloudinary.tellsEtag = true;
});

describe('a service that stays down', () => {
  test.each([
    ['fail', 500],
    ['failAfter', 500],
    ['drop', 'unreachable'],
    ['silence', /timeout|499/],
    ['garble', 'wrong bytes'],
  ] as const)('%s is reported as such, in time, and the retry works', async (fault, reason) => {
    cloudinary.faults[fault] = 99;
    const key = newMediaKey();
    const error = await put('a video', key).catch((thrown: unknown) => thrown);
    expect(String((error as { reason?: unknown }).reason)).toMatch(
      reason instanceof RegExp ? reason : String(reason),
    );
    cloudinary.calm();
    await put('a video', key);
    expect(cloudinary.files.size).toBe(1);
  });

  test('no error of any call contains the secret', async () => {
    const key = await put();
    for (const fault of ['fail', 'drop', 'silence'] as const) {
      cloudinary.calm();
      cloudinary.faults[fault] = 99;
      const failed = await Promise.allSettled([
        put('again', key, hasty),
        hasty.stat(key, 'video.mp4'),
        hasty.remove(key),
        hasty.fetchTo(key, 'video.mp4', join(home, 'back')),
        hasty.list()[Symbol.asyncIterator]().next(),
        hasty.elsewhere(key, 'video.mp4')?.open(opened),
      ]);
      expect(failed.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
      for (const outcome of failed) {
        const all = allOf(outcome.status === 'rejected' ? outcome.reason : null);
        expect(all).toContain('The media service failed to');
        expect(all).not.toContain(account.secret);
        expect(all).not.toContain(account.key);
      }
    }
  });

  test('a failure that a retry cannot help is tried once', async () => {
    const settings = { ...cloudinary.settings, apiSecret: 'another' };
    const surroundings = { secret: 'x', notificationUrl: null, now: () => new Date(), limits };
    const stranger = await cloudinaryStore(settings, surroundings);
    await expect(stranger.put(newMediaKey(), 'video.mp4', await video())).rejects.toMatchObject({
      reason: 401,
    });
    expect(cloudinary.calls).toHaveLength(1);
    store = await cloudinaryStore(cloudinary.settings, { ...surroundings, notificationUrl: null });
  });
});

describe('an address', () => {
  test('opens by its signature only, and the signature of the teaser opens no other size', async () => {
    const key = newMediaKey();
    const { drawPicture } = await import('./images.server.ts');
    const png = await drawPicture(
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="400" height="600" fill="red"/></svg>',
    );
    await store.put(key, '1280.jpg', await video(png));
    const teaser = store.elsewhere(key, 'teaser.webp')?.lasting ?? '';
    expect(teaser).toMatch(/\/s--[\w-]{32}--\/.*e_blur:250/);
    expect((await fetch(teaser)).status).toBe(200);
    const original = teaser.replace(/--\/.*\/v1\//, '--/v1/');
    expect((await fetch(original)).status).toBe(401);
    expect((await fetch(teaser.replace('/image/authenticated/', '/image/upload/'))).status).toBe(404);
    const wide = store.elsewhere(key, '640.jpg')?.lasting;
    expect(wide).toMatch(/c_limit,h_1920,w_640\/f_auto,q_auto\//);
    expect(wide).not.toContain('?_a=');
  });

  test('serves ranges for the player', async () => {
    const key = await put('0123456789');
    const ask = (range: string) => store.elsewhere(key, 'video.mp4')?.open({ ...opened, range });
    const part = await ask('bytes=2-4');
    expect([part?.status, await new Response(part?.body).text()]).toEqual([206, '234']);
    expect(part?.headers['content-range']).toBe('bytes 2-4/10');
    expect((await ask('bytes=99-'))?.status).toBe(416);
    expect(await store.elsewhere(newMediaKey(), 'video.mp4')?.open(opened)).toBeNull();
  });

  test('for a whole file expires within minutes', async () => {
    const key = await put('0123456789');
    const path = join(home, 'whole');
    const surroundings = { secret: 'x', notificationUrl: null, limits };
    const at = (minutesAgo: number) => () => new Date(Date.now() - minutesAgo * 60_000);
    const early = await cloudinaryStore(cloudinary.settings, { ...surroundings, now: at(9) });
    expect(await early.fetchTo(key, 'video.mp4', path)).toBe(true);
    const late = await cloudinaryStore(cloudinary.settings, { ...surroundings, now: at(11) });
    await expect(late.fetchTo(key, 'video.mp4', path)).rejects.toMatchObject({ reason: 401 });
  });

  test('is in a list of pages, without files that are not ours', async () => {
    const keys = [await put('1'), await put('2'), await put('3')];
    cloudinary.files.set('video/authenticated/summa/somebody/else', {
      bytes: Buffer.from('x'),
      sha256: null,
      fields: {},
    });
    cloudinary.pageSize = 2;
    const all: Listed[] = [];
    for await (const one of store.list()) all.push(one);
    expect(all.map(({ key }) => key).sort()).toEqual(keys.sort());
    expect(all[0]).toMatchObject({ variant: 'video.mp4', bytes: 1, sha256: expect.any(String) });
  });
});
