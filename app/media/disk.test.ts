import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSignedFor, signedAddress } from './addresses.server.ts';
import { diskStore } from './disk.server.ts';
import { fitted, isMediaKey, isVariant, mimeOf, stepsFor, type Variant, variants } from './media.ts';

const key = '0123456789abcdef0123456789abcdef';
const secret = 'a secret of at least thirty-two characters';
const noon = new Date('2026-11-20T12:00:00.000Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('variants and keys', () => {
  test('every variant has a type, and nothing else is a variant', () => {
    for (const variant of variants)
      expect(mimeOf(variant)).toMatch(/^(image|video|application)\/[a-z0-9.-]+$/);
    for (const wrong of ['', '320.gif', '../320.jpg', '320.jpg/..', 'video.mp4 ', 'constructor', null, 320])
      expect(isVariant(wrong)).toBe(false);
  });

  test('only 32 hex digits are a key', () => {
    expect(isMediaKey(key)).toBe(true);
    for (const wrong of ['', '..', `${key}0`, key.toUpperCase(), `${key.slice(1)}/`, `${key}\n`, [key]])
      expect(isMediaKey(wrong)).toBe(false);
  });

  test('pictures are never enlarged, and very tall ones stay bounded', () => {
    expect(stepsFor(200, 100)).toEqual([320]);
    expect(stepsFor(500, 400)).toEqual([320, 640]);
    expect(stepsFor(640, 480)).toEqual([320, 640]);
    expect(stepsFor(4000, 3000)).toEqual([320, 640, 1280]);
    expect(fitted(4000, 3000, 640)).toEqual({ width: 640, height: 480 });
    expect(fitted(200, 100, 320)).toEqual({ width: 200, height: 100 });
    expect(fitted(100, 500_000, 320)).toEqual({ width: 1, height: 960 });
  });
});

describe('short-lived addresses', () => {
  const ask = (address: string, over: Partial<Parameters<typeof isSignedFor>[1]> = {}) => {
    const url = new URL(address, 'http://localhost');
    const variant = url.pathname.split('/')[3] as Variant;
    return isSignedFor(secret, { key, variant, query: url.searchParams, viewerId: '7', now: noon, ...over });
  };
  const picture = signedAddress(secret, { key, variant: '1280.webp', viewerId: '7', now: noon });
  const video = signedAddress(secret, { key, variant: 'video.mp4', viewerId: '7', now: noon });

  test('open for the viewer they were made for, pictures for five minutes, videos for six hours', () => {
    expect(ask(picture)).toBe(true);
    expect(ask(picture, { now: later(4.9) })).toBe(true);
    expect(ask(picture, { now: later(6.1) })).toBe(false);
    expect(ask(video, { now: later(359) })).toBe(true);
    expect(ask(video, { now: later(371) })).toBe(false);
  });

  test('open the other sizes of the same picture, because a page repeats one signature for all', () => {
    for (const variant of ['320.avif', '640.webp', '1280.jpg'] as const) {
      expect(ask(picture, { variant }), variant).toBe(true);
      const other = signedAddress(secret, { key, variant, viewerId: '7', now: noon });
      expect(other.split('?')[1]).toBe(picture.split('?')[1]);
    }
  });

  test('stay the same for a minute, so that a page keeps its tag', () => {
    const sameMinute = [later(0.1), later(0.5), later(0.9)];
    const made = sameMinute.map((now) =>
      signedAddress(secret, { key, variant: '320.jpg', viewerId: '7', now }),
    );
    expect(new Set(made).size).toBe(1);
  });

  test('open for no other viewer, no other file and no other secret', () => {
    expect(ask(picture, { viewerId: '8' })).toBe(false);
    expect(ask(picture, { viewerId: null })).toBe(false);
    expect(ask(picture, { key: key.replace('0', '1') })).toBe(false);
    for (const variant of ['teaser.webp', 'full.jpg', 'loop.avif', 'video.mp4'] as const) {
      expect(ask(picture, { variant }), variant).toBe(false);
    }
    expect(ask(video, { variant: '480p.mp4' })).toBe(false);
    expect(ask(video, { variant: '1280.webp' })).toBe(false);
    const forged = signedAddress('another secret', { key, variant: '1280.webp', viewerId: '7', now: noon });
    expect(ask(forged)).toBe(false);
  });

  test.each([
    ['a later end', (query: URLSearchParams) => query.set('e', '9999999999')],
    ['another viewer in the address', (query: URLSearchParams) => query.set('v', '8')],
    ['no signature', (query: URLSearchParams) => query.delete('s')],
    ['a short signature', (query: URLSearchParams) => query.set('s', 'abc')],
    ['an end that is no number', (query: URLSearchParams) => query.set('e', '1e99')],
  ])('that were changed by hand are refused: %s', (_, change) => {
    const url = new URL(picture, 'http://localhost');
    change(url.searchParams);
    expect(ask(url.href)).toBe(false);
    expect(ask(url.href, { viewerId: '8' })).toBe(false);
  });

  test('are never made without a viewer', () => {
    expect(() => signedAddress(secret, { key, variant: 'video.mp4', viewerId: null, now: noon })).toThrow();
  });
});

describe('the local folder', () => {
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'summa-disk-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));
  const store = () => diskStore({ folder: join(home, 'media'), secret });
  const write = async (text: string) => {
    const path = join(home, 'sent');
    await writeFile(path, text);
    return path;
  };

  test('keeps, replaces, finds and removes', async () => {
    await store().put(key, '320.jpg', await write('one'));
    await store().put(key, '320.jpg', await write('two!'));
    const path = await store().localPath(key, '320.jpg');
    expect(await readFile(path!, 'utf8')).toBe('two!');
    expect(await store().stat(key, '320.jpg')).toEqual({ bytes: 4 });
    expect(await readdir(join(home, 'media', '01', '23', key))).toEqual(['320.jpg']);
    await store().remove(key);
    await store().remove(key);
    expect(await store().localPath(key, '320.jpg')).toBeNull();
    expect(await store().stat(key, 'teaser.webp')).toBeNull();
  });

  test.each(['../../etc/passwd', '..', '', 'x'.repeat(32)])(
    'refuses the key %j before touching a path',
    async (bad) => {
      await expect(store().localPath(bad, '320.jpg')).rejects.toThrow('Not a media key');
      await expect(store().remove(bad)).rejects.toThrow('Not a media key');
      await expect(store().localPath(key, `../${bad}` as Variant)).rejects.toThrow('Not a media variant');
    },
  );

  test('gives public addresses bare and private ones signed', () => {
    const asked = { key, variant: 'teaser.webp', viewerId: null, now: noon } as const;
    expect(store().address({ ...asked, isPublic: true })).toBe(`/media/${key}/teaser.webp`);
    expect(() => store().address({ ...asked, isPublic: false })).toThrow();
    expect(store().address({ ...asked, viewerId: '7', isPublic: false })).toMatch(/\?e=\d+&v=7&s=[\w-]{22}$/);
  });
});
