import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeS3, startS3 } from '../../../tests/support/fake-s3/fake.ts';
import { newMediaKey } from '../make.server.ts';
import { type MediaStore, mimeOf } from '../media.ts';
import { mediaHandler } from '../serve.server.ts';
import { s3Store } from './s3-store.server.ts';

const key = newMediaKey();
const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));
let home = '';
let s3: FakeS3;
let store: MediaStore;
let isPublic = false;
const errors: unknown[] = [];
const handle = mediaHandler(
  async ({ key, variant }) => {
    const from = store.elsewhere(key, variant);
    return from && { from, mime: mimeOf(variant), isPublic };
  },
  (error) => errors.push(error),
);
const site = createServer((request, response) => void handle(request, response));

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'summa-s3-'));
  s3 = await startS3();
  const limits = { callMs: 500, tries: 2, pauseMs: 5 };
  store = s3Store(s3.settings, { secret: 'x', now: () => new Date(), limits });
  await writeFile(join(home, 'video'), bytes);
  await store.put(key, 'video.mp4', join(home, 'video'));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
beforeEach(() => {
  s3.calm();
  s3.calls.length = 0;
  errors.length = 0;
  isPublic = false;
});
afterAll(async () => {
  site.close();
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
const get = (headers: Record<string, string> = {}, method = 'GET', of = key) =>
  new Promise<Got>((resolve, reject) => {
    const { port } = site.address() as AddressInfo;
    httpRequest(
      { port, host: '127.0.0.1', path: `/media/${of}/video.mp4`, method, headers },
      async (answer) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk as Buffer);
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
        } catch (error) {
          reject(error);
        }
      },
    )
      .on('error', reject)
      .end();
  });
const tag = async () => String((await get({}, 'HEAD')).headers.etag);
const whole = { status: 200, body: bytes };

test('a public file passes through the gate too, is cached, and its source is not named', async () => {
  isPublic = true;
  const { headers, ...answer } = await get();
  expect(answer).toEqual(whole);
  expect(headers).toMatchObject({
    'cache-control': expect.stringContaining('public, max-age=3600'),
    'accept-ranges': 'bytes',
    'content-type': 'video/mp4',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
  expect(JSON.stringify(headers)).not.toMatch(/amz|sha256|s3/i);
});

test('a browser that has the file gets 304 without a body; with another tag it gets the file', async () => {
  isPublic = true;
  const etag = await tag();
  for (const condition of [etag, `W/${etag}`]) {
    const { status, headers, body } = await get({ 'if-none-match': condition });
    expect([status, headers.etag, body.length]).toEqual([304, etag, 0]);
    expect(headers['cache-control']).toContain('public');
    expect(headers['content-type']).toBeUndefined();
  }
  expect(await get({ 'if-none-match': '"another"' })).toMatchObject(whole);
});

test.each([
  ['bytes=100-199', 'bytes 100-199/5000', [100, 200]],
  ['bytes=4990-', 'bytes 4990-4999/5000', [4_990, 5_000]],
  ['bytes=-10', 'bytes 4990-4999/5000', [4_990, 5_000]],
  ['bytes=0-999999', 'bytes 0-4999/5000', [0, 5_000]],
])('the range %s', async (range, sent, [from, to]) => {
  const { status, headers, body } = await get({ range });
  expect([status, headers['content-range']]).toEqual([206, sent]);
  expect(headers['content-length']).toBe(String(body.length));
  expect(body.equals(bytes.subarray(from, to))).toBe(true);
});

test.each(['bytes=0-1,5-6', 'bytes=5-2', 'bytes=a-b', 'bytes=-', 'lines=1-2'])(
  'several ranges and malformed ones get the whole: %j',
  async (range) => expect(await get({ range })).toMatchObject(whole),
);

test('a range past the end is 416 with the length', async () => {
  for (const namesLength of [true, false]) {
    s3.bucket.namesLength = namesLength;
    const { status, headers, body } = await get({ range: 'bytes=5000-' });
    expect([status, headers['content-range'], body.length]).toEqual([416, 'bytes */5000', 0]);
    expect(headers.etag).toBeUndefined();
  }
  s3.bucket.namesLength = true;
});

test('a range goes on only in the same file: If-Range', async () => {
  const etag = await tag();
  const range = 'bytes=10-19';
  expect(await get({ range, 'if-range': etag })).toMatchObject({ status: 206, body: bytes.subarray(10, 20) });
  for (const other of ['"another"', `W/${etag}`, new Date().toUTCString(), ''])
    expect(await get({ range, 'if-range': other }), other).toMatchObject(
      other === '' ? { status: 200 } : whole,
    );
  expect(await get({ 'if-range': '"another"' })).toMatchObject(whole);
  expect(await get({ range, 'if-range': '"another"', 'if-none-match': etag })).toMatchObject({ status: 304 });
});

test('HEAD answers the length alone, with a range too', async () => {
  for (const headers of [{}, { range: 'bytes=10-19' }]) {
    const head = await get(headers as Record<string, string>, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '5000', 0]);
  }
});

test('a missing file is the empty 404', async () => {
  for (const method of ['GET', 'HEAD'])
    expect(await get({}, method, newMediaKey())).toMatchObject({ status: 404, body: Buffer.alloc(0) });
});

test('one failure is not seen; a store that stays down is 503 with a time to come back', async () => {
  s3.faults.slowDown = 1;
  expect(await get()).toMatchObject(whole);
  s3.faults.slowDown = 99;
  const { status, headers, body } = await get();
  expect([status, headers['retry-after'], body.length]).toEqual([503, '30', 0]);
  expect(s3.faults.slowDown).toBe(97);
});

test('a body that is cut off is cut off for the viewer too, so that no one takes it for whole', async () => {
  s3.faults.cut = 1;
  await expect(get()).rejects.toThrow(/aborted/);
  await expect.poll(() => errors).toHaveLength(1);
});

test('a viewer who leaves ends the request to the store, and it is not tried again', async () => {
  s3.faults.silence = 99;
  const left = new AbortController();
  const asked = { method: 'GET', range: null, signal: left.signal } as const;
  const limits = { callMs: 600_000, tries: 2, pauseMs: 0 };
  const slow = s3Store(s3.settings, { secret: 'x', now: () => new Date(), limits });
  const answer = slow.elsewhere(key, 'video.mp4')?.open(asked);
  // The store has the request.
  await expect.poll(() => s3.faults.silence).toBe(98);
  left.abort();
  expect(await answer).toBeNull();
  expect(s3.faults.silence).toBe(98);
});
