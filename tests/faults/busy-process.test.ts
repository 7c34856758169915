import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startSite } from '../support/site/site.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();
const clients = 96;

test('many clients that come at once are connected soon by a process whose rounds take 50 ms', async () => {
  const site = await startSite({
    env: { DATABASE_URL: world.database.url, SEED_DEMO: '0' },
    preload: ['./tests/support/site/busy-rounds.ts'],
    keepsLog: true,
  });
  try {
    site.child.kill('SIGUSR2');
    const { port } = new URL(site.address);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const socket = connect(Number(port), 'localhost');
        socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
        const [head] = (await once(socket, 'data')) as [Buffer];
        expect(head.toString()).toMatch(/^HTTP\/1.1 200 /);
        socket.destroy();
      }),
    );
    // One connection in each round would take nearly five seconds.
    expect(performance.now() - began).toBeLessThan(2_500);
  } finally {
    await site.stop();
  }
}, 60_000);
