import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../app/db/embedded.server.ts';
import { migrate, openOrm } from '../../app/db/orm.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    templateUrl: string;
  }
}

/** One throwaway cluster for the whole run; its migrated database is the template that tests clone. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'summa-test-'));
  // Under root the lent account must enter, or the cluster goes to /var/tmp and stays there for good.
  chmodSync(folder, 0o755);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '100',
  };
  const cluster = await startEmbedded(folder, { settings, database: 'template_summa' });
  const orm = await openOrm(cluster.url);
  await migrate(orm);
  await orm.close(true);
  project.provide('templateUrl', cluster.url);
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
