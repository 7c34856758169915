import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeS3, startS3 } from '../../../tests/support/fake-s3/fake.ts';
import type { S3Settings } from '../../s3-url.ts';
import { newMediaKey } from '../make.server.ts';
import type { Listed, MediaStore } from '../media.ts';
import { StoreError } from '../store-error.ts';
import type { S3Limits } from './requests.server.ts';
import { s3Store } from './s3-store.server.ts';

const limits: S3Limits = { callMs: 600, partMs: 2_000, fileMs: 2_000, tries: 3, pauseMs: 5 };
const partBytes = 100_000;
let home = '';
let s3: FakeS3;
let store: MediaStore;
const storeOf = (settings: Partial<S3Settings> = {}, now = () => new Date(), given: Partial<S3Limits> = {}) =>
  s3Store({ ...s3.settings, ...settings }, { secret: 'x', now, limits: { ...limits, ...given }, partBytes });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'summa-s3-'));
  s3 = await startS3();
  s3.bucket.leastPartBytes = partBytes;
  store = storeOf();
});
beforeEach(() => {
  s3.calm();
  s3.calls.length = 0;
  s3.bucket.objects.clear();
});
afterAll(async () => {
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

async function file(bytes: Buffer | string = 'a video') {
  const path = join(home, newMediaKey());
  await writeFile(path, bytes);
  return path;
}
async function put(bytes?: Buffer | string, to = store) {
  const key = newMediaKey();
  await to.put(key, 'video.mp4', await file(bytes));
  return key;
}
const large = Buffer.concat(Array.from({ length: 4 }, (_, at) => Buffer.alloc(80_000, `part ${at} `)));
const objectOf = (key: string) => s3.bucket.objects.get(`summa/${key}/video.mp4`);
const verbs = () => s3.calls.map(({ verb }) => verb);
const back = async (key: string, from = store) => {
  const path = join(home, newMediaKey());
  return (await from.fetchTo(key, 'video.mp4', path)) ? readFile(path) : null;
};
const errorOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreError);
  return error as StoreError;
};

describe('what is sent', () => {
  test('has our name, our type and its checksum', async () => {
    const key = await put();
    expect(objectOf(key)).toMatchObject({
      bytes: Buffer.from('a video'),
      headers: {
        'content-type': 'video/mp4',
        'x-amz-meta-sha256': createHash('sha256').update('a video').digest('hex'),
      },
    });
    expect(await store.stat(key, 'video.mp4')).toEqual({
      bytes: 7,
      sha256: createHash('sha256').update('a video').digest('hex'),
    });
  });

  test('goes in parts when it is large, and is there only when all of them are', async () => {
    const key = await put(large);
    expect(verbs()).toEqual(['head', 'create', 'part', 'part', 'part', 'part', 'complete']);
    expect(objectOf(key)?.bytes.equals(large)).toBe(true);
    expect(objectOf(key)?.headers['content-type']).toBe('video/mp4');
    expect(await back(key)).toEqual(large);
    for (const size of [0, 1, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes, 2 * partBytes + 1]) {
      const bytes = Buffer.alloc(size, 'xyz');
      expect((await back(await put(bytes)))?.equals(bytes), `${size}`).toBe(true);
    }
  });

  test('is not sent again when a large file is there already; another one of its size is', async () => {
    const key = await put(large);
    s3.calls.length = 0;
    await store.put(key, 'video.mp4', await file(large));
    expect(verbs()).toEqual(['head']);
    const other = Buffer.from(large).fill('y', 0, 3);
    await store.put(key, 'video.mp4', await file(other));
    expect(objectOf(key)?.bytes.equals(other)).toBe(true);
  });

  test('takes four parts of memory at most, of all uploads together', async () => {
    s3.peak = 0;
    s3.uploadTakesMs = 100;
    await Promise.all(Array.from({ length: 8 }, () => put(large)));
    s3.uploadTakesMs = 0;
    expect(s3.peak).toBe(4);
  });
});

describe('one failure', () => {
  test.each(['slowDown', 'tooSlow', 'failAfter', 'drop', 'silence'] as const)(
    'survives a %s',
    async (fault) => {
      for (const bytes of ['small', large]) {
        s3.faults[fault] = 1;
        const key = await put(bytes);
        expect(await back(key)).toEqual(Buffer.from(bytes));
      }
      s3.faults[fault] = 1;
      expect(await store.stat(await put(), 'video.mp4')).toMatchObject({ bytes: 7 });
    },
  );

  test.each(['cut', 'slowDown', 'silence'] as const)('a file is fetched whole after a %s', async (fault) => {
    const key = await put(large);
    s3.faults[fault] = 1;
    expect(await back(key)).toEqual(large);
  });

  test('an upload whose last answer is lost, or fails late, is there in the end', async () => {
    s3.faults.lateError = 1;
    expect(await back(await put(large))).toEqual(large);
    s3.faultsOnlyIn = 'complete';
    s3.faults.drop = 1;
    expect(await back(await put(large))).toEqual(large);
    expect(s3.bucket.uploads.size).toBe(0);
  });
});

describe('a store that stays down', () => {
  test.each([
    ['slowDown', 503],
    ['failAfter', 500],
    ['drop', 'unreachable'],
    ['silence', 'timeout'],
  ] as const)('with the fault %s is tried three times, then reported', async (fault, reason) => {
    const hasty = storeOf({}, undefined, { partMs: 300 });
    s3.faults[fault] = 99;
    expect(await errorOf(put('a video', hasty))).toMatchObject({ reason, isTemporary: true });
    expect(99 - s3.faults[fault]).toBe(limits.tries);
    expect(await errorOf(hasty.stat(newMediaKey(), 'video.mp4'))).toBeInstanceOf(StoreError);
  });

  test('that keeps other bytes than were sent is found out, and they are removed', async () => {
    s3.faults.garble = 1;
    expect(await errorOf(put())).toMatchObject({ reason: 'wrong bytes' });
    expect(s3.bucket.objects.size).toBe(0);
  });

  test('an upload that fails in the middle is aborted, and the older file stays', async () => {
    const key = await put('the older one');
    s3.faultsOnlyIn = 'part';
    s3.faults.slowDown = 99;
    expect(await errorOf(store.put(key, 'video.mp4', await file(large)))).toMatchObject({ reason: 503 });
    expect(verbs().slice(-2)).toEqual(['part', 'abort']);
    expect(s3.bucket.uploads.size).toBe(0);
    expect(await back(key)).toEqual(Buffer.from('the older one'));
  });

  test('whose ETags are no checksums is read back', async () => {
    s3.bucket.hasChecksums = false;
    const key = await put();
    expect(verbs()).toEqual(['put', 'get']);
    s3.faults.garble = 1;
    expect(await errorOf(put())).toMatchObject({ reason: 'wrong bytes' });
    s3.bucket.hasChecksums = true;
    expect(await back(key)).toEqual(Buffer.from('a video'));
  });

  test('leaves no part of a file here', async () => {
    const key = await put(large);
    s3.faults.cut = 99;
    const path = join(home, newMediaKey());
    await errorOf(store.fetchTo(key, 'video.mp4', path));
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
  });
});

describe('a wrong setting', () => {
  const hush = 'hush-hush';
  test.each<[string, () => MediaStore, RegExp]>([
    ['another secret', () => storeOf({ secretAccessKey: hush }), /403 SignatureDoesNotMatch/],
    ['another key', () => storeOf({ accessKeyId: hush }), /403 InvalidAccessKeyId/],
    ['another region', () => storeOf({ region: 'us-east-1' }), /400 AuthorizationHeaderMalformed/],
    ['a bucket that is missing', () => storeOf({ bucket: 'no-such-bucket' }), /404 NoSuchBucket/],
    ['a slow clock', () => storeOf({}, () => new Date(Date.now() - 20 * 60_000)), /403 RequestTimeTooSkewed/],
    ['a fast clock', () => storeOf({}, () => new Date(Date.now() + 20 * 60_000)), /403 RequestTimeTooSkewed/],
  ])('%s is refused once, by name, and never means that a file is missing', async (_, make, reason) => {
    const key = await put();
    const wrong = make();
    s3.calls.length = 0;
    const path = await file();
    const { signal } = new AbortController();
    const works: (() => Promise<unknown>)[] = [
      () => wrong.put(key, 'video.mp4', path),
      () => wrong.fetchTo(key, 'video.mp4', path),
      () => wrong.remove(key),
      () => wrong.list()[Symbol.asyncIterator]().next(),
      () => Promise.resolve(wrong.elsewhere(key, 'video.mp4')?.open({ method: 'GET', range: null, signal })),
    ];
    for (const work of works) {
      const error = await errorOf(work());
      expect(error.message).toMatch(reason);
      expect(`${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toMatch(
        /hush|S3cret|AWS4-HMAC/,
      );
    }
    expect(s3.calls.filter(({ status }) => status < 400)).toEqual([]);
    expect(s3.calls).toHaveLength(works.length);
  });
});

describe('the list', () => {
  const all = async (key?: string) => {
    const found: Listed[] = [];
    for await (const each of store.list(key)) found.push(each);
    return found;
  };

  test('is read page by page, one medium after another, and skips what is not ours', async () => {
    s3.bucket.pageSize = 2;
    const keys = [await put('1'), await put('22'), await put('333')].sort();
    for (const key of keys) await store.put(key, '480p.mp4', await file('4444'));
    for (const other of ['summa/<&>/video.mp4', `summa/${keys[0]}/video.exe`, `other/${keys[0]}/video.mp4`])
      s3.bucket.put(other, Buffer.from('x'), {});
    const found = await all();
    expect(found.map(({ key, variant }) => `${key} ${variant}`)).toEqual(
      keys.flatMap((key) => [`${key} 480p.mp4`, `${key} video.mp4`]),
    );
    expect(found.every(({ sha256 }) => sha256 === null)).toBe(true);
    await store.remove(keys[1] ?? '');
    expect(new Set((await all()).map(({ key }) => key))).toEqual(new Set([keys[0], keys[2]]));
    expect(await all(keys[0])).toHaveLength(2);
    s3.bucket.pageSize = 1_000;
  });
});
