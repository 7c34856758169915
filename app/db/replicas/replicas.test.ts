import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Pair, startPair } from '../../../tests/support/database/standby.ts';
import { row } from '../../../tests/support/sql.ts';
import { type Listener, openListener } from '../listen.server.ts';
import { type Orm, openOrm } from '../orm.server.ts';
import { beyondAll, lsnOf } from './lsn.ts';
import { openReplicas, type Replicas } from './replicas.server.ts';
import { databaseOf, primaryOf } from './same-database.ts';

let pair: Pair;
let primary: Orm;
let listener: Listener;
let replicas: Replicas;
const open = (url: string, most = 60_000, heard = listener) =>
  openReplicas({
    urls: [url],
    primary,
    listener: heard,
    prepares: true,
    pollMs: 50,
    mostLagMs: most,
    warn: () => {},
  });
beforeAll(async () => {
  pair = await startPair();
  primary = await openOrm(pair.primaryUrl);
  await row(primary.em.fork())`create table kept (n int)`;
  listener = openListener({ url: pair.primaryUrl });
  replicas = await open(pair.standbyUrl);
  await vi.waitFor(() => expect(listener.isListening).toBe(true), 20_000);
}, 60_000);
afterAll(async () => {
  await replicas?.close();
  await listener?.close();
  await primary?.close(true);
  await pair?.stop();
});

const write = () => row(primary.em.fork())`insert into kept values (1)`;
const countIn = async (orm: Orm | null) =>
  (await row<{ n: number }>((orm as Orm).em.fork())`select count(*)::int as n from kept`)?.n;
const soon = (act: () => Promise<void>) => vi.waitFor(act, { timeout: 10_000, interval: 20 });

beforeEach(async () => {
  await pair.resumeReplay();
  await soon(async () => expect(await replicas.pick(lsnOf(await replicas.writtenNow()))).not.toBeNull());
});

test('a replica is read, refuses changes, and counts as the same database', async () => {
  const replica = (await replicas.pick(null)) as Orm;
  expect(databaseOf(replica.em.fork())).toBe(databaseOf(primary.em.fork()));
  const em = primary.em.fork();
  expect([primaryOf(replica.em.fork()).config, primaryOf(em)]).toEqual([primary.config, em]);
  await expect(row(replica.em.fork())`insert into kept values (2)`).rejects.toThrow(/read-only/);
  expect(replicas.count()).toBe(1);
});

test('who has written reads from the primary until a replica has the change; others are not held up', async () => {
  await pair.pauseReplay();
  const before = await countIn(primary);
  await write();
  const written = lsnOf(await replicas.writtenNow());
  expect(await replicas.pick(written)).toBeNull();
  expect(await countIn(await replicas.pick(null))).toBe(before);
  await pair.resumeReplay();
  await soon(async () => expect(await replicas.pick(written)).not.toBeNull());
  expect(await countIn(await replicas.pick(written))).toBe((before ?? 0) + 1);
});

test.each(['library', 'members'])(
  'news of a change of %s wait for a replica that has it',
  async (channel) => {
    await pair.pauseReplay();
    await write();
    await row(primary.em.fork())`select pg_notify(${channel}, '')`;
    await soon(async () => expect(await replicas.pick(null)).toBeNull());
    await pair.resumeReplay();
    await soon(async () => expect(await countIn(await replicas.pick(null))).toBe(await countIn(primary)));
  },
);

test('no replica is read between the news and the answer where the primary is', async () => {
  const hears: ((payload: string) => void)[] = [];
  const on = (_channel: string, hear: (payload: string) => void) => {
    hears.push(hear);
    return () => {};
  };
  const own = await open(pair.standbyUrl, 60_000, { ...listener, on });
  await soon(async () => expect(await own.pick(null)).not.toBeNull());
  hears[0]?.('');
  expect(await own.pick(null)).toBeNull();
  await soon(async () => expect(await own.pick(null)).not.toBeNull());
  await own.close();
});

describe('a replica', () => {
  test('that is far behind is not read until it has caught up', async () => {
    const strict = await open(pair.standbyUrl, 200);
    await soon(async () => expect(strict.count()).toBe(1));
    await pair.pauseReplay();
    await write();
    await soon(async () => expect([strict.count(), await strict.pick(null)]).toEqual([0, null]));
    await pair.resumeReplay();
    await soon(async () => expect(strict.count()).toBe(1));
    await strict.close();
  });

  test('that stops is not read until it is back', async () => {
    await pair.stopStandby();
    await soon(async () => expect(await replicas.pick(null)).toBeNull());
    await pair.startStandby();
    await soon(async () => expect(await replicas.pick(null)).not.toBeNull());
  }, 60_000);

  test('that was never there is left out', async () => {
    const none = await open('postgres://nobody:x@127.0.0.1:1/none');
    expect([none.count(), await none.pick(null)]).toEqual([0, null]);
    await none.close();
  });
});

test('a place is read as PostgreSQL writes it, and nothing else', () => {
  expect(lsnOf('16/B374D848')).toBe(0x16_b374_d848n);
  expect(lsnOf(beyondAll)).toBe(2n ** 64n - 1n);
  for (const text of [null, '', '16', '16/', 'x/1', '1/123456789', 7]) expect(lsnOf(text)).toBeNull();
});
