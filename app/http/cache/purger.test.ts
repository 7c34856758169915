import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Purger } from './purger.server.ts';

let taken: string[] = [];
/** What was answered 200. */
let heard: string[] = [];
let status = 200;
let isSilent = false;
const cache = createServer(({ method, headers }, response) => {
  const purge = `${method} soft ${headers['x-purge-soft']} hard ${headers['x-purge-hard']}`;
  taken.push(purge);
  if (!isSilent && status === 200) heard.push(purge);
  if (!isSilent) response.writeHead(status).end();
});
await new Promise<void>((done) => cache.listen(0, '127.0.0.1', done));
afterAll(() => cache.closeAllConnections());
const address = `http://127.0.0.1:${(cache.address() as AddressInfo).port}`;
let purger: Purger;
beforeEach(() => {
  [taken, heard, status, isSilent] = [[], [], 200, false];
  purger = new Purger({ address, gatherMs: 20, timeoutMs: 500, firstPauseMs: 10 });
});
afterEach(async () => {
  isSilent = false;
  await purger.close();
});
const soft = (...keys: string[]) => purger.purge({ keys, gone: [] });

test('changes within a moment are told in one request, each key once', async () => {
  soft('item-1', 'lists');
  soft('lists', 'item-2');
  purger.purge({ keys: [], gone: ['item-3'] });
  purger.purge({ keys: [], gone: [] });
  await expect.poll(() => taken).toEqual(['PURGE soft item-1 lists item-2 hard item-3']);
  soft('item-4');
  await expect.poll(() => taken).toHaveLength(2);
});

test.each(['answers an error', 'does not answer'])(
  'a cache that %s is told again, with what changed in between',
  async (how) => {
    if (how === 'does not answer') isSilent = true;
    else status = 503;
    purger.purge({ keys: ['item-1'], gone: ['item-1'] });
    await expect.poll(() => taken.length).toBeGreaterThan(2);
    soft('item-2');
    [status, isSilent] = [200, false];
    // A request may be under way, which does not carry the change of now.
    const keys = () => heard.join(' ').replaceAll('PURGE', '').trim().split(/\s+/).toSorted();
    const all = ['hard', 'item-1', 'item-1', 'item-2', 'soft'];
    await vi.waitFor(
      () => expect(keys()).toEqual(heard.length > 1 ? [...all, 'hard', 'soft'].toSorted() : all),
      10_000,
    );
    const before = taken.length;
    // It would tell what still waits.
    await purger.close();
    expect(taken).toHaveLength(before);
  },
);

test('what a cache that is away does not hear stays bounded, and what was taken away stays so', async () => {
  status = 503;
  soft(...Array.from({ length: 300 }, (_, n) => `item-${n}`));
  purger.purge({ keys: [], gone: Array.from({ length: 300 }, (_, n) => `media-${n}`) });
  await expect.poll(() => taken.at(-1)).toBe('PURGE soft all hard all');
});

test('a process that stops tells what still waits', async () => {
  soft('item-1');
  await purger.close();
  expect(taken).toEqual(['PURGE soft item-1 hard ']);
});
