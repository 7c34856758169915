import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { row } from '../../../tests/support/sql.ts';
import { testWorld } from '../../../tests/support/world.ts';
import { openSandboxDatabase } from './database.server.ts';

const world = testWorld();

test('a connection that is lost in the middle of a transaction ends that transaction and nothing else', async () => {
  const sandbox = openSandboxDatabase(world.database.url);
  const work = sandbox.transaction(async (inside) => {
    const mine = await row<{ pid: number }>(inside)`select pg_backend_pid() as pid`;
    // Answered when the process of the connection is gone.
    await row(world.em())`select pg_terminate_backend(${mine?.pid}, 30000)`;
    // No statement runs while the connection breaks, so only a listener gets the error.
    await setImmediate();
    return row(inside)`select 1`;
  });
  await expect(work).rejects.toThrow();
  expect(await row(sandbox)`select 1 as here`).toEqual({ here: 1 });
  await sandbox.close();
});
