import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cloudinary, startCloudinary } from '../../tests/support/fake-cloudinary/fake.ts';
import { cloudinaryStore } from './cloudinary.server.ts';
import { diskStore } from './disk.server.ts';
import { makeMedia, newMediaKey } from './make.server.ts';
import { type Made, type MediaStore, pictureFormats, type Variant } from './media.ts';

/** The same cases for every media store: the local folder and Cloudinary. */

const secret = 'a secret of at least thirty-two characters';
const noon = new Date('2026-11-20T12:00:00.000Z');
let home = '';
let cloudinary: Cloudinary;
const stores = {} as Record<'the local folder' | 'Cloudinary', MediaStore>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'summa-stores-'));
  cloudinary = await startCloudinary();
  process.env.CLOUDINARY_URL = cloudinary.url;
  stores['the local folder'] = diskStore({ folder: join(home, 'media'), secret });
  const surroundings = { secret, notificationUrl: null, now: () => new Date() };
  stores.Cloudinary = await cloudinaryStore(cloudinary.settings, surroundings);
});
afterAll(async () => {
  await cloudinary.stop();
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
  return makeMedia({ path: await file(bytes), name: 'a.png', bytes: bytes.length }, home);
}

/** Puts the files that the store needs of a medium. */
async function keep(store: MediaStore, { facts, files }: Made) {
  const wanted = store.keeps(files.map(({ variant }) => variant));
  for (const { variant, path } of files)
    if (wanted.includes(variant)) await store.put(facts.key, variant, path);
  return facts.key;
}

describe.each(['the local folder', 'Cloudinary'] as const)('%s', (name) => {
  const store = () => stores[name];

  test('serves every width, every format and the teaser of a picture it was given', async () => {
    const key = await keep(store(), await picture());
    for (const step of [320, 640, 1280] as const)
      for (const format of pictureFormats)
        expect(await store().stat(key, `${step}.${format}`)).toEqual({ bytes: expect.any(Number) });
    const teaser = await store().stat(key, 'teaser.webp');
    expect(teaser?.bytes).toBeGreaterThan(50);
    expect(teaser?.bytes).toBeLessThanOrEqual(3_000);
  });

  test('returns videos byte for byte, small ones and large', async () => {
    for (const size of [1, 1_000, 13_000_001]) {
      const video = Buffer.alloc(size, 'abcdefg');
      const key = newMediaKey();
      await store().put(key, 'video.mp4', await file(video));
      expect(sha(await bytesAt(store(), key, 'video.mp4'))).toBe(sha(video));
      expect(await store().stat(key, 'video.mp4')).toEqual({ bytes: size });
      expect(await store().stat(key, 'video.webm')).toBeNull();
    }
  });

  test('keeps the loop of a film as it is, beside its poster', async () => {
    const key = newMediaKey();
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
    const key = newMediaKey();
    await store().put(key, 'video.webm', await file('one'));
    await store().put(key, 'video.webm', await file('two!'));
    expect(String(await bytesAt(store(), key, 'video.webm'))).toBe('two!');
  });

  test('removes every file of one medium, a second time without error, and none of another', async () => {
    const [one, other] = [
      await keep(store(), await picture(400, 300)),
      await keep(store(), await picture(400, 300)),
    ];
    await store().put(one, 'video.mp4', await file('film'));
    await store().remove(one);
    await store().remove(one);
    for (const variant of ['320.jpg', 'teaser.webp', 'video.mp4'] as const)
      expect([variant, await store().stat(one, variant)]).toEqual([variant, null]);
    expect(await bytesAt(store(), one, 'video.mp4')).toBeNull();
    expect(await store().stat(other, '320.jpg')).not.toBeNull();
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
    await expect(async () => store().localPath(newMediaKey(), wrong)).rejects.toThrow('Not a media variant');
  });

  test('gives addresses of this site, bare for public files and signed for one viewer', () => {
    const key = 'ab'.repeat(16);
    const asked = { key, variant: 'teaser.webp', viewerId: null, now: noon } as const;
    expect(store().address({ ...asked, isPublic: true })).toBe(`/media/${key}/teaser.webp`);
    expect(() => store().address({ ...asked, isPublic: false })).toThrow();
    expect(store().address({ ...asked, viewerId: '7', isPublic: false })).toMatch(/\?e=\d+&v=7&s=[\w-]{22}$/);
  });
});
