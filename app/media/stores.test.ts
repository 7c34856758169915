import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cloudinary, startCloudinary } from '../../tests/support/fake-cloudinary/fake.ts';
import { type FakeS3, startS3 } from '../../tests/support/fake-s3/fake.ts';
import { readS3Url } from '../s3-url.ts';
import { withAvatars } from './avatars.server.ts';
import { cloudinaryStore } from './cloudinary.server.ts';
import { diskStore } from './disk.server.ts';
import { makeMedia, newMediaKey } from './make.server.ts';
import { type Made, type MediaStore, mimeOf, pictureFormats, type Variant } from './media.ts';
import { s3Store } from './s3/s3-store.server.ts';
import { mediaHandler } from './serve.server.ts';

/** The same cases for every media store: the local folder, Cloudinary, S3, and the real S3 store that S3_TEST_URL names,
 *  in the form of S3_URL. */

const secret = 'a secret of at least thirty-two characters';
const noon = new Date('2026-11-20T12:00:00.000Z');
let home = '';
let cloudinary: Cloudinary;
let s3: FakeS3;
const realS3 = readS3Url(process.env.S3_TEST_URL ?? '');
const names = ['the local folder', 'Cloudinary', 'S3', ...(process.env.S3_TEST_URL ? ['a real S3'] : [])];
const stores: Record<string, MediaStore> = {};
/** What a real store keeps of the tests is removed after them. */
const keysUsed = new Set<string>();

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'summa-stores-'));
  cloudinary = await startCloudinary();
  process.env.CLOUDINARY_URL = cloudinary.url;
  stores['the local folder'] = diskStore({ folder: join(home, 'media'), secret });
  const surroundings = { secret, notificationUrl: null, now: () => new Date() };
  stores.Cloudinary = await cloudinaryStore(cloudinary.settings, surroundings);
  s3 = await startS3();
  stores.S3 = s3Store(s3.settings, { secret, now: () => new Date() });
  if (!process.env.S3_TEST_URL) return;
  if (typeof realS3 === 'string') throw new Error(`S3_TEST_URL ${realS3}`);
  stores['a real S3'] = s3Store(realS3, { secret, now: () => new Date() });
});
afterAll(async () => {
  for (const key of keysUsed) await stores['a real S3']?.remove(key);
  await cloudinary.stop();
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

let count = 0;
async function file(bytes: Buffer | string) {
  count += 1;
  const path = join(home, `file-${count}`);
  await writeFile(path, bytes);
  return path;
}
const bytesAt = async (store: MediaStore, key: string, variant: Variant) => {
  const path = join(home, `back-${newMediaKey()}`);
  return (await store.fetchTo(key, variant, path)) ? readFile(path) : null;
};
const sha = (bytes: Buffer | null) => bytes && createHash('sha256').update(bytes).digest('hex');

async function picture(width = 900, height = 700): Promise<Made> {
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#334455',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  });
  const bytes = await noise.png().toBuffer();
  return withAvatars(
    await makeMedia({ path: await file(bytes), name: 'a.png', bytes: bytes.length }, home),
    home,
  );
}

/** Puts the files that the store needs of a medium. */
async function keep(store: MediaStore, { facts, files }: Made) {
  const wanted = store.keeps(files.map(({ variant }) => variant));
  for (const { variant, path } of files)
    if (wanted.includes(variant)) await store.put(facts.key, variant, path);
  keysUsed.add(facts.key);
  return facts.key;
}

const newKey = () => {
  const key = newMediaKey();
  keysUsed.add(key);
  return key;
};

describe.each(names)('%s', (name) => {
  const store = () => stores[name] as MediaStore;

  test('serves every width, every format, the avatars and the teaser of a picture it was given', async () => {
    const key = await keep(store(), await picture());
    for (const step of [320, 640, 1280] as const)
      for (const format of pictureFormats)
        expect(await store().stat(key, `${step}.${format}`)).toMatchObject({ bytes: expect.any(Number) });
    for (const step of [48, 96] as const)
      expect(await store().stat(key, `${step}.webp`)).toMatchObject({ bytes: expect.any(Number) });
    const teaser = await store().stat(key, 'teaser.webp');
    expect(teaser?.bytes).toBeGreaterThan(50);
    expect(teaser?.bytes).toBeLessThanOrEqual(3_000);
  });

  test('returns videos byte for byte, small ones and large', async () => {
    for (const size of [1, 1_000, 13_000_001]) {
      const video = Buffer.alloc(size, 'abcdefg');
      const key = newKey();
      await store().put(key, 'video.mp4', await file(video));
      expect(sha(await bytesAt(store(), key, 'video.mp4'))).toBe(sha(video));
      const sha256 = name.includes('S3') && { sha256: sha(video) };
      expect(await store().stat(key, 'video.mp4')).toEqual({ bytes: size, ...sha256 });
      expect(await store().stat(key, 'video.webm')).toBeNull();
    }
  });

  test('keeps the loop of a video as it is, beside its poster', async () => {
    const key = newKey();
    await store().put(key, 'loop.avif', await file('a loop'));
    expect(String(await bytesAt(store(), key, 'loop.avif'))).toBe('a loop');
    expect(store().keeps(['320.avif', '320.jpg', 'loop.avif'])).toContain('loop.avif');
    const listed = [];
    for await (const found of store().list(key)) listed.push(found.variant);
    expect(listed).toEqual(['loop.avif']);
    await store().remove(key);
    expect(await bytesAt(store(), key, 'loop.avif')).toBeNull();
  });

  test('puts a file again in the place of the old one', async () => {
    const key = newKey();
    await store().put(key, 'video.webm', await file('one'));
    await store().put(key, 'video.webm', await file('two!'));
    expect(String(await bytesAt(store(), key, 'video.webm'))).toBe('two!');
  });

  test('removes every file of one medium, a second time without error, and none of another', async () => {
    const [one, other] = [
      await keep(store(), await picture(400, 300)),
      await keep(store(), await picture(400, 300)),
    ];
    await store().put(one, 'video.mp4', await file('video'));
    await store().remove(one);
    await store().remove(one);
    for (const variant of ['320.jpg', 'teaser.webp', 'video.mp4'] as const)
      expect([variant, await store().stat(one, variant)]).toEqual([variant, null]);
    expect(await bytesAt(store(), one, 'video.mp4')).toBeNull();
    expect(await store().stat(other, '320.jpg')).not.toBeNull();
  });

  test('removes only the named files of a medium, and lists the others', async () => {
    const key = newKey();
    for (const variant of ['video.mp4', '480p.mp4', '1080p.mp4'] as const)
      await store().put(key, variant, await file(variant));
    await store().remove(key, ['video.mp4', '1080p.mp4', 'video.webm']);
    const listed = [];
    for await (const found of store().list(key)) listed.push([found.variant, found.bytes]);
    expect(listed).toEqual([['480p.mp4', 8]]);
    await store().remove(key, ['480p.mp4']);
    expect(await store().stat(key, '480p.mp4')).toBeNull();
  });

  test('is served by the gate whole, in ranges, past its end and without its body', async () => {
    const key = newKey();
    const bytes = Buffer.alloc(100_000, 'abcdefg');
    await store().put(key, 'video.mp4', await file(bytes));
    const handle = mediaHandler(
      async ({ key, variant }) => {
        const from = (await store().localPath(key, variant)) ?? store().elsewhere(key, variant);
        return from ? { from, mime: mimeOf(variant), isPublic: false } : null;
      },
      () => {},
    );
    const site = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${port}/media/${key}/video.mp4`, { method, headers });
      const of = (header: string) => answer.headers.get(header);
      const body = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        type: of('content-type'),
        length: of('content-length'),
        range: of('content-range'),
        etag: of('etag'),
        body,
      };
    };
    expect(await get()).toMatchObject({
      status: 200,
      type: 'video/mp4',
      length: '100000',
      range: null,
      body: bytes,
    });
    expect(await get({ range: 'bytes=7-20' })).toMatchObject({
      status: 206,
      type: 'video/mp4',
      length: '14',
      range: 'bytes 7-20/100000',
      body: bytes.subarray(7, 21),
    });
    expect((await get({ range: 'bytes=99990-' })).body).toEqual(bytes.subarray(99_990));
    expect(await get({ range: 'bytes=100000-' })).toMatchObject({
      status: 416,
      range: 'bytes */100000',
      length: '0',
    });
    const { etag } = await get();
    // Cloudinary's bytes carry no tag.
    if (etag) {
      const range = 'bytes=7-20';
      // Otherwise `fetch` adds no-cache to a request with a condition.
      const again = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      expect(await get(again)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(await get({ range, 'if-range': etag })).toMatchObject({
        status: 206,
        body: bytes.subarray(7, 21),
      });
      expect(await get({ range, 'if-range': '"another"' })).toMatchObject({ status: 200, body: bytes });
    }
    expect(await get({}, 'HEAD')).toMatchObject({ status: 200, length: '100000', body: Buffer.alloc(0) });
    site.close();
  });

  test('needs at least the files from which the others are made', () => {
    const all: Variant[] = ['320.avif', '320.jpg', '640.jpg', 'teaser.webp', 'video.mp4'];
    expect(store().keeps(all)).toEqual(expect.arrayContaining(['640.jpg', 'video.mp4']));
    expect(store().keeps([])).toEqual([]);
  });

  test.each(['../../etc/passwd', '..', '', 'x'.repeat(32)])('refuses the key %j', async (bad) => {
    const path = await file('x');
    await expect(async () => store().put(bad, 'video.mp4', path)).rejects.toThrow('Not a media key');
    await expect(async () => store().localPath(bad, '320.jpg')).rejects.toThrow('Not a media key');
    await expect(async () => store().stat(bad, '320.jpg')).rejects.toThrow('Not a media key');
    await expect(async () => store().fetchTo(bad, '320.jpg', path)).rejects.toThrow('Not a media key');
    await expect(async () => store().remove(bad)).rejects.toThrow('Not a media key');
    const wrong = `../${bad}` as Variant;
    await expect(async () => store().localPath(newKey(), wrong)).rejects.toThrow('Not a media variant');
  });

  test('gives addresses of this site, bare for public files and signed for one viewer', () => {
    const key = 'ab'.repeat(16);
    const asked = { key, variant: 'teaser.webp', viewerId: null, now: noon } as const;
    expect(store().address({ ...asked, isPublic: true })).toBe(`/media/${key}/teaser.webp`);
    expect(() => store().address({ ...asked, isPublic: false })).toThrow();
    expect(store().address({ ...asked, viewerId: '7', isPublic: false })).toMatch(/\?e=\d+&v=7&s=[\w-]{22}$/);
  });
});
