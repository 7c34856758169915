import { expect, test } from 'vitest';
import { byteCache } from './byte-cache.ts';

const made =
  (length: number, isWhole = true) =>
  async () => ({ bytes: Buffer.alloc(length), isWhole });
const never = () => Promise.reject(new Error('computed again'));

test('keeps the last used values, within its number of bytes', async () => {
  const cache = byteCache({ maxBytes: 250, maxPending: 9 });
  for (const key of ['a', 'b']) await cache(key, made(100));
  await cache('a', never);
  await cache('c', made(100));
  await cache('a', never);
  await cache('c', never);
  await expect(cache('b', never)).rejects.toThrow('computed again');
  await cache('large', made(300));
  for (const key of ['a', 'c', 'large']) await expect(cache(key, never)).rejects.toThrow('computed again');
});

test('does not keep a failure or a placeholder', async () => {
  const cache = byteCache({ maxBytes: 250, maxPending: 1 });
  await expect(cache('a', never)).rejects.toThrow('computed again');
  expect((await cache('a', made(1, false)))?.bytes).toHaveLength(1);
  expect((await cache('a', made(2)))?.bytes).toHaveLength(2);
});

test('computes at most so many at once, and of one person fewer', async () => {
  const cache = byteCache({ maxBytes: 250, maxPending: 3, maxPendingOfOne: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = async () => {
    await promise;
    return { bytes: Buffer.alloc(1), isWhole: true };
  };
  const begun = [cache('a', slow, 'ana'), cache('b', slow, 'ana'), cache('c', slow, 'bia')];
  expect(await cache('d', never, 'ana')).toBe(null);
  expect(await cache('d', never, 'bia')).toBe(null);
  // What somebody else has begun takes no share.
  begun.push(cache('c', never, 'ana'));
  resolve();
  expect((await Promise.all(begun)).every(Boolean)).toBe(true);
  expect(await cache('d', made(1), 'ana')).not.toBe(null);
});
