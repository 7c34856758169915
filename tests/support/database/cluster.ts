import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../../app/db/embedded.server.ts';
import { migrate, openOrm } from '../../../app/db/orm.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    templateUrl: string;
  }
}

/** One throwaway cluster for the whole run; its migrated database is the template that tests clone. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'summa-test-'));
  // Under root another user must enter, or the cluster goes to /var/tmp and stays there.
  chmodSync(folder, 0o755);
  const cluster = await startEmbedded(folder, { settings: hasty, database: 'template_summa' });
  await hashOnce(new URL(cluster.url));
  const orm = await openOrm(cluster.url);
  await migrate(orm);
  await orm.close(true);
  project.provide('templateUrl', cluster.url);
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Settings that are safe only for throwaway data. The planner and the locks work as usual. */
const hasty = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  io_method: 'sync',
  max_connections: '100',
};

/** The password is hashed once instead of 4,096 times by each of the thousands of connections. */
async function hashOnce(url: URL) {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role ${url.username} password ${client.escapeLiteral(url.password)}`);
  } finally {
    await client.end();
  }
}
