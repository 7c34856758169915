import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { failingDatabase } from '../../tests/support/site/failing-database.ts';
import { row } from '../../tests/support/sql.ts';
import { databaseIsAway } from '../http/telemetry/outage.server.ts';
import { isMigrated, type Orm, openMigrated, openOrm } from './orm.server.ts';

const database = testDatabase();
let between: Awaited<ReturnType<typeof failingDatabase>>;
let orm: Orm;
beforeAll(async () => {
  between = await failingDatabase(database.url);
  orm = await openOrm(between.url, () => {}, { silenceMs: 700 });
});
afterAll(async () => {
  await orm.close(true);
  await between.close();
});

const ask = () => row<{ one: number }>(orm.em.fork())`select 1 as one`;
/** More than the pool holds. */
const everybody = () => Promise.allSettled(Array.from({ length: 15 }, ask));

test('connections that get no answer any more are closed, and new ones work', async () => {
  await everybody();
  await between.becomes('deaf');
  const stuck = (await everybody()).filter((each) => each.status === 'rejected');
  expect(stuck.length).toBeGreaterThan(0);
  expect(stuck.every(({ reason }) => databaseIsAway(reason))).toBe(true);
  const after = await everybody();
  expect(after.map(({ status }) => status)).toEqual(Array(15).fill('fulfilled'));
}, 10_000);

test('a slow statement is not cut off within its limit', async () => {
  const slow = await row<{ slept: string }>(orm.em.fork())`select pg_sleep(0.4)::text as slept`;
  expect(slow).toEqual({ slept: '' });
});

test('openMigrated returns a migrated, connected database', async () => {
  const serving = await openMigrated(database.url, () => {});
  expect([await serving.isConnected(), await isMigrated(serving)]).toEqual([true, true]);
  await serving.close(true);
});

test('a starting process waits for another one’s migrations, longer than a statement may take', async () => {
  const held = database.orm.em.getConnection().transactional(async (transaction) => {
    const run = (sql: string) => database.orm.em.getConnection().execute(sql, [], 'run', transaction);
    await run('set local statement_timeout = 0');
    await run('select pg_advisory_xact_lock(823411)');
    await run('select pg_sleep(6)');
  });
  await sleep(200);
  const began = performance.now();
  await (await openMigrated(database.url, () => {})).close(true);
  expect(performance.now() - began).toBeGreaterThan(5_000);
  await held;
}, 15_000);
