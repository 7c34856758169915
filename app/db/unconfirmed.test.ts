import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { row } from '../../tests/support/sql.ts';
import { startEmbedded } from './embedded.server.ts';
import { type Orm, openOrm } from './orm.server.ts';
import { databaseRefusal } from './refusals.server.ts';
import { holdsChanges } from './waiting-changes.server.ts';

/** A cluster of its own, because a primary that waits for a standby would hold up all other tests. */
let cluster: Awaited<ReturnType<typeof startEmbedded>>;
let orm: Orm;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'summa-standby-'));
  chmodSync(folder, 0o755);
  const settings = {
    fsync: 'off',
    // Only the commits of the tests wait for it.
    synchronous_commit: 'local',
  };
  cluster = await startEmbedded(folder, { settings, database: 'standby' });
  orm = await openOrm(cluster.url);
  await row(orm.em.fork())`create table kept (n int)`;
  await waitFor('a_standby_that_never_comes');
}, 60_000);
afterAll(async () => {
  await orm?.close(true);
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Cancels the session that waits for the standby, as an administrator might. */
async function cancelWait() {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    for (let tries = 0; tries < 200; tries += 1) {
      const { rows } = await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      if (rows.length > 0) return;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error('no session waits for the standby');
  } finally {
    await client.end();
  }
}

/** Makes commits wait for this standby, or for none. */
async function waitFor(standby: string) {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    await client.query(`alter system set synchronous_standby_names = '${standby}'`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

const write = (n: number, waits: boolean) =>
  orm.em.fork().transactional(async (em) => {
    if (waits) await row(em)`set local synchronous_commit = on`;
    await row(em)`insert into kept values (${n})`;
  });
const kept = async () =>
  (await row<{ all: number[] }>(orm.em.fork())`select array_agg(n order by n) as all from kept`)?.all;

test('a commit whose wait for the standby was cancelled is an outage for its caller, though it was made', async () => {
  await write(1, false);
  const [outcome] = await Promise.allSettled([write(2, true), cancelWait()]);
  expect(outcome.status).toBe('rejected');
  expect(databaseRefusal((outcome as PromiseRejectedResult).reason)).toBe('away');
  expect(await kept()).toEqual([1, 2]);
  // Its connection goes on as before.
  await Promise.all(Array.from({ length: 12 }, (_, n) => write(10 + n, false)));
  expect((await kept())?.length).toBe(14);
}, 30_000);

test('so is a single statement', async () => {
  const alone = orm.em.fork().transactional(async (em) => {
    await row(em)`select 1`;
  });
  await alone;
  const client = orm.em.fork();
  const [outcome] = await Promise.allSettled([
    row(client)`with on_here as (select set_config('synchronous_commit', 'on', false))
      insert into kept select 99 from on_here`,
    cancelWait(),
  ]);
  expect(databaseRefusal((outcome as PromiseRejectedResult).reason)).toBe('away');
  expect(await kept()).toContain(99);
}, 30_000);

test('without its standby changes leave connections to readers, and go on when it is back', async () => {
  const outcomes = Promise.allSettled(Array.from({ length: 9 }, (_, n) => write(200 + n, true)));
  expect(holdsChanges()).toBe(false);
  await vi.waitFor(() => expect(holdsChanges()).toBe(true), { timeout: 5_000, interval: 50 });
  // The pool has ten connections. Eight seconds later three changes still wait.
  await new Promise((done) => setTimeout(done, 8_000));
  const reads = await Promise.all(Array.from({ length: 7 }, () => row(orm.em.fork())`select pg_sleep(0.2)`));
  expect([reads.length, holdsChanges()]).toEqual([7, true]);
  await waitFor('');
  const failed = (await outcomes).filter((each) => each.status === 'rejected');
  expect(failed.map(({ reason }) => databaseRefusal(reason))).toEqual(Array(6).fill('away'));
  expect(holdsChanges()).toBe(false);
}, 30_000);
