import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { row } from '../../tests/support/sql.ts';
import { startEmbedded } from './embedded.server.ts';
import { type Orm, openOrm } from './orm.server.ts';
import { databaseRefusal } from './refusals.server.ts';

/** A cluster of its own, because a primary that waits for a standby would hold up all other tests. */
let cluster: Awaited<ReturnType<typeof startEmbedded>>;
let orm: Orm;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'summa-standby-'));
  chmodSync(folder, 0o755);
  const settings = {
    fsync: 'off',
    synchronous_standby_names: 'a_standby_that_never_comes',
    // Only the commits of the tests wait for it.
    synchronous_commit: 'local',
  };
  cluster = await startEmbedded(folder, { settings, database: 'standby' });
  orm = await openOrm(cluster.url);
  await row(orm.em.fork())`create table kept (n int)`;
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
