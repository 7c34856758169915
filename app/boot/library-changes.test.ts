import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Listener } from '../db/listen.server.ts';
import { hearLibraryChanges } from './library-changes.server.ts';

/** Two caches in front of the site, and what a process does in which order. */
let done: string[] = [];
const caches = await Promise.all(
  ['one', 'two'].map(async (name) => {
    const cache = createServer(({ headers }, response) => {
      done.push(`${name} ${headers['x-purge-soft']}|${headers['x-purge-hard']}`);
      response.end();
    });
    await new Promise<void>((ready) => cache.listen(0, '127.0.0.1', ready));
    return cache;
  }),
);
afterAll(() => {
  for (const cache of caches) cache.closeAllConnections();
});
const purgeAddresses = caches.map((cache) => `http://127.0.0.1:${(cache.address() as AddressInfo).port}`);
beforeEach(() => {
  done = [];
});

const saying = () => {
  const made = { say: (_payload: string) => {}, begin: () => {} };
  const listener = {
    on: (_channel: string, hear: (payload: string) => void) => Object.assign(made, { say: hear }),
    onListening: (act: () => void) => Object.assign(made, { begin: act }),
  } as unknown as Listener;
  return { made, listener };
};
const invalidatePages = ({ keys, gone }: { keys: string[]; gone: string[] }) =>
  void done.push(`forgets ${keys}|${gone}`);

test('a change is forgotten here first, and then told to every cache', async () => {
  const { made, listener } = saying();
  const changes = hearLibraryChanges({ listener, purgeAddresses, invalidatePages });
  made.say('item-7 !media-0f');
  await expect.poll(() => done).toHaveLength(3);
  expect(done[0]).toBe('forgets item-7,many|media-0f');
  expect(done.slice(1).toSorted()).toEqual(['one item-7 many|media-0f', 'two item-7 many|media-0f']);
  await changes.close();
});

test('when a process begins to listen, everything may have changed before', async () => {
  const { made, listener } = saying();
  const changes = hearLibraryChanges({ listener, purgeAddresses, invalidatePages });
  made.begin();
  await expect.poll(() => done).toHaveLength(3);
  expect(done.toSorted()).toEqual(['forgets all|', 'one all|', 'two all|']);
  await changes.close();
});

test('what no visitor sees is told to no cache, and a site without caches or a listener works', async () => {
  const { made, listener } = saying();
  const changes = hearLibraryChanges({ listener, purgeAddresses, invalidatePages });
  made.say('');
  const [alone, deaf] = [
    hearLibraryChanges({ listener, purgeAddresses: [], invalidatePages }),
    hearLibraryChanges({ listener: null, purgeAddresses, invalidatePages }),
  ];
  // A process that stops tells the caches what still waits.
  for (const each of [changes, alone, deaf]) await each.close();
  expect(done).toEqual(['forgets |']);
});
