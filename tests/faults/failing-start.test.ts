import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort, startSite } from '../support/site/site.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();

describe('a start that cannot succeed ends at once, with its reason and without a second try', () => {
  const fails = async (env: Record<string, string>) => {
    const started = startSite({
      env: { DATABASE_URL: world.database.url, SEED_DEMO: '0', LOG_LEVEL: 'info', ...env },
      supervised: true,
      keepsLog: true,
    });
    return started.then(
      async (site) => {
        await site.stop();
        return 'it started';
      },
      (error: Error) => error.message,
    );
  };

  test('because its port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const message = await fails({ PORT: String(port) });
    other.close();
    expect(message).toContain('The site ended with 1.');
    expect(message).toContain(`Port ${port} is in use.`);
    expect(message).not.toContain('started again');
  }, 120_000);

  test('because of a setting', async () => {
    const message = await fails({ SESSION_SECRET: 'short' });
    expect(message).toContain('The site ended with 1.');
    expect(message).toContain('SESSION_SECRET is too short');
    expect(message).not.toContain('started again');
  }, 120_000);

  test('because of a DATA_DIR where no folder can be made', async () => {
    const message = await fails({ DATA_DIR: '/proc/x' });
    expect(message).toContain('The site ended with 1.');
    expect(message).toContain('DATA_DIR: /proc/x cannot be used: no folder can be made there.');
  }, 120_000);

  test('because of a wrong password of its database', async () => {
    const url = new URL(world.database.url);
    url.password = 'wrong';
    const message = await fails({ DATABASE_URL: url.href });
    expect(message).toContain('The site ended with 1.');
    expect(message).toMatch(/DATABASE_URL: the database cannot be opened: .*password/);
    expect(message).not.toContain('started again');
  }, 120_000);
});
