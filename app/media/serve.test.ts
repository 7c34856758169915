import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSignedFor, signedAddress } from './addresses.server.ts';
import { diskStore } from './disk.server.ts';
import { mimeOf } from './media.ts';
import { mediaHandler, type ServedFile } from './serve.server.ts';
import { StoreError } from './store-error.ts';

const key = 'ab'.repeat(16);
const unknown = 'cd'.repeat(16);
const secret = 'a secret of at least thirty-two characters';
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
const errors: unknown[] = [];
let home = '';
let server: Server;

beforeAll(async () => {
  // A folder name that would break if any part of the path went through URL decoding.
  home = await mkdtemp(join(tmpdir(), 'summa %2e serve-'));
  const store = diskStore({ folder: join(home, '.media'), secret });
  for (const variant of ['teaser.webp', 'video.mp4', 'video.avi'] as const) {
    await writeFile(join(home, 'sent'), bytes);
    await store.put(key, variant, join(home, 'sent'));
  }
  const handle = mediaHandler(
    async ({ key, variant, query }, request) => {
      if (query.has('break')) throw new Error('database away');
      const viewerId = String(request.headers['x-viewer'] ?? '') || null;
      const isPublic = variant === 'teaser.webp';
      if (!isPublic && !isSignedFor(secret, { key, variant, query, viewerId, now: new Date() })) return null;
      const path = await store.localPath(key, variant);
      const downloadName = variant === 'video.avi' ? 'Pâssé "1".avi' : undefined;
      return path ? { from: path, mime: mimeOf(variant), isPublic, downloadName } : null;
    },
    (error) => errors.push(error),
  );
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.close();
  await rm(home, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    ask({ host: '127.0.0.1', port, path, headers, method }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    })
      .on('error', reject)
      .end();
  });
const mine = (variant: 'video.mp4' | 'video.avi' | '1280.webp', of = key) =>
  signedAddress(secret, { key: of, variant, viewerId: '7', now: new Date() });
const me = { 'x-viewer': '7' };
const tracesOfAFile = ['etag', 'last-modified', 'accept-ranges', 'content-range', 'content-type'];

describe('a public teaser', () => {
  test('is complete, has our type, is cached for a while and cannot run scripts', async () => {
    const { status, headers, body } = await get(`/media/${key}/teaser.webp`);
    expect({ status, body }).toEqual({ status: 200, body: bytes });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600, s-maxage=300, stale-while-revalidate=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': 'inline',
    });
  });

  test('is not sent again to a client that has it', async () => {
    const { headers } = await get(`/media/${key}/teaser.webp`);
    const again = await get(`/media/${key}/teaser.webp`, { 'if-none-match': String(headers.etag) });
    expect({ status: again.status, length: again.body.length }).toEqual({ status: 304, length: 0 });
  });
});

describe('a private video', () => {
  test('is played by its viewer in ranges, and cached nowhere', async () => {
    const whole = await get(mine('video.mp4'), me);
    expect(whole.status).toBe(200);
    expect(whole.headers['cache-control']).toBe('private, no-store');
    const middle = await get(mine('video.mp4'), { ...me, range: 'bytes=100-199' });
    expect(middle.status).toBe(206);
    expect(middle.headers['content-range']).toBe('bytes 100-199/1000');
    expect(middle.body).toEqual(bytes.subarray(100, 200));
    const tail = await get(mine('video.mp4'), { ...me, range: 'bytes=-10' });
    expect(tail.body).toEqual(bytes.subarray(990));
  });

  test('past its end is 416 with the length and no body; several ranges give the whole', async () => {
    const past = await get(mine('video.mp4'), { ...me, range: 'bytes=5000-' });
    expect([past.status, past.headers['content-range'], past.body.length]).toEqual([416, 'bytes */1000', 0]);
    expect(past.headers.etag).toBeUndefined();
    const several = await get(mine('video.mp4'), { ...me, range: 'bytes=0-1,5-6' });
    expect([several.status, several.body.length]).toEqual([200, 1000]);
  });

  test('answers HEAD with the length alone', async () => {
    const head = await get(mine('video.mp4'), me, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '1000', 0]);
  });

  test('downloads under a name that cannot break the header', async () => {
    const { headers } = await get(mine('video.avi'), me);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="P_ss_ _1_.avi"; filename*=UTF-8''P%C3%A2ss%C3%A9%20%221%22.avi`,
    );
  });
});

describe('a file that the viewer may not have', () => {
  const tag = 'W/"3e8-1"';
  test.each<[string, () => string, Record<string, string>]>([
    ['no address', () => `/media/${key}/video.mp4`, me],
    ['another viewer', () => mine('video.mp4'), { 'x-viewer': '8' }],
    ['signed out', () => mine('video.mp4'), {}],
    [
      'changed signature',
      () => mine('video.mp4').replace(/s=./, (old) => (old === 's=-' ? 's=_' : 's=-')),
      me,
    ],
    [
      'conditional',
      () => `/media/${key}/video.mp4`,
      { 'if-none-match': '*', 'if-modified-since': 'Mon, 01 Jan 2046' },
    ],
    ['range', () => `/media/${key}/video.mp4`, { range: 'bytes=0-0', 'if-range': tag }],
    ['range past the end', () => `/media/${key}/video.mp4`, { range: 'bytes=99999-' }],
    ['unknown key', () => mine('video.mp4', unknown), me],
    ['missing file', () => mine('1280.webp'), me],
    ['no such variant', () => `/media/${key}/320.gif`, me],
    ['more after a public variant', () => `/media/${key}/teaser.webp/more`, me],
    ['traversal', () => `/media/${key}/../../../etc/passwd`, me],
    ['encoded traversal', () => `/media/${key}/..%2f..%2fpasswd`, me],
    ['prototype names', () => `/media/__proto__/constructor`, me],
  ])('is one empty 404: %s', async (_, address, headers) => {
    const { status, headers: got, body } = await get(address(), headers);
    expect([status, body.length, got['content-length']]).toEqual([404, 0, '0']);
    expect(got['cache-control']).toBe('private, no-store');
    expect(got['x-content-type-options']).toBe('nosniff');
    for (const name of tracesOfAFile) expect(got[name], name).toBeUndefined();
  });

  test('a private file is never sent because of repeated parameters', async () => {
    expect((await get(`${mine('video.mp4')}&v=8`, { 'x-viewer': '8' })).status).toBe(404);
    expect((await get(`${mine('video.mp4')}&e=9999999999`, { 'x-viewer': '8' })).status).toBe(404);
  });

  test('other methods are 405; an error in the access check is an empty 500 and reported', async () => {
    const post = await get(mine('video.mp4'), me, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    const broken = await get(`/media/${key}/video.mp4?break=1`, me);
    expect([broken.status, broken.body.length]).toEqual([500, 0]);
    expect(String(errors)).toContain('database away');
  });
});

describe('bytes that are stored at a service', () => {
  const asked: unknown[] = [];
  const over = (status: 200 | 206 | 416, headers: Record<string, string> = {}) => ({
    lasting: 'https://res.example/signed-for-ever',
    lastingStreams: 'https://res.example/streams',
    open: async (passed: object) => {
      asked.push(passed);
      return { status, headers, body: new Blob([bytes]).stream() };
    },
  });
  let file: ServedFile | null = null;
  const handle = mediaHandler(
    async () => file,
    (error) => errors.push(error),
  );
  const there = createServer((request, response) => void handle(request, response));
  beforeAll(() => new Promise<void>((done) => there.listen(0, '127.0.0.1', done)));
  afterAll(() => void there.close());
  const fetched = (init: RequestInit = {}) => {
    const { port } = there.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/media/${key}/video.mp4`, { redirect: 'manual', ...init });
  };

  test('of a public file are fetched there, by a redirect that is cached shortly', async () => {
    file = { from: over(200), mime: 'video/mp4', isPublic: true };
    const answer = await fetched();
    expect([answer.status, answer.headers.get('location')]).toEqual([302, over(200).lasting]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  });

  test('of a private file are streamed through, in ranges, without naming their source', async () => {
    file = { from: over(206, { 'content-range': 'bytes 0-999/5000' }), mime: 'video/mp4', isPublic: false };
    const answer = await fetched({ headers: { range: 'bytes=0-999' } });
    expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([206, bytes]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-range': 'bytes 0-999/5000',
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
    });
    expect(JSON.stringify([...answer.headers])).not.toContain('res.example');
    expect(asked.at(-1)).toMatchObject({ range: 'bytes=0-999', method: 'GET' });
  });

  test('past the end, deleted or not available now are empty answers', async () => {
    file = { from: over(416, { 'content-range': 'bytes */5000' }), mime: 'video/mp4', isPublic: false };
    expect((await fetched({ headers: { range: 'bytes=9999-' } })).status).toBe(416);
    file = { from: { ...over(200), open: async () => null }, mime: 'video/mp4', isPublic: false };
    expect((await fetched()).status).toBe(404);
    const open = () => Promise.reject(new StoreError('deliver', 500));
    file = { from: { ...over(200), open }, mime: 'video/mp4', isPublic: false };
    const away = await fetched();
    expect([away.status, away.headers.get('retry-after'), await away.text()]).toEqual([503, '30', '']);
  });

  test.each(['the viewer leaves', 'the service fails'])('that end early because %s', async (who) => {
    errors.length = 0;
    const left = new AbortController();
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
        end = () => controller.error(new Error('cut off'));
      },
    });
    const open = async ({ signal }: { signal: AbortSignal }) => {
      // As `fetch` does.
      signal.addEventListener('abort', () => end());
      return { status: 200 as const, headers: {}, body };
    };
    file = { from: { ...over(200), open }, mime: 'video/mp4', isPublic: false };
    const reader = (await fetched({ signal: left.signal })).body?.getReader();
    expect((await reader?.read())?.value?.length).toBe(bytes.length);
    if (who === 'the viewer leaves') left.abort();
    else end();
    await expect(reader?.read()).rejects.toThrow();
    // A viewer who leaves is no error of the site: the next one has its own.
    const next = () => Promise.reject(new Error('another one'));
    file = { from: { ...over(200), open: next }, mime: 'video/mp4', isPublic: false };
    await fetched();
    const expected = who === 'the viewer leaves' ? [] : ['Error: cut off'];
    await expect.poll(() => errors.map(String)).toEqual([...expected, 'Error: another one']);
  });
});
