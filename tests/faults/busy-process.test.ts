import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startSite } from '../support/site/site.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();
const clients = 96;

test('many clients that come at once are connected in few rounds by a process whose rounds take 50 ms', async () => {
  const site = await startSite({
    env: { DATABASE_URL: world.database.url, SEED_DEMO: '0' },
    preload: ['./tests/support/site/busy-rounds.ts'],
    keepsLog: true,
  });
  try {
    site.child.kill('SIGUSR2');
    const { port } = new URL(site.address);
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const socket = connect(Number(port), 'localhost');
        socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
        const [head] = (await once(socket, 'data')) as [Buffer];
        expect(head.toString()).toMatch(/^HTTP\/1.1 200 /);
        socket.destroy();
      }),
    );
    site.child.kill('SIGUSR2');
    const rounds = () => Number(/^(\d+) busy rounds$/m.exec(site.log())?.[1]);
    await vi.waitFor(() => expect(rounds()).toBeGreaterThan(0), { timeout: 30_000 });
    // One connection in each round would take 96 of them.
    expect(rounds()).toBeLessThan(clients / 2);
  } finally {
    await site.stop();
  }
}, 60_000);
