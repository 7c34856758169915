import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { liveWorld } from '../support/site/live.ts';
import { rows, sql } from '../support/sql.ts';

/** Lets the site collect what it no longer needs when it is asked to. */
const collecting = encodeURIComponent(
  `import { setFlagsFromString } from 'node:v8'; import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc'); const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));`,
);
const world = liveWorld({
  TRUST_PROXY: '1',
  NODE_OPTIONS: `--import=data:text/javascript,${collecting}`,
});
const mostGrowthMb = 30;
let member = '';
beforeAll(async () => {
  const viewer = await world.person();
  await world.item();
  member = await world.signIn(viewer);
});

async function memoryMb() {
  const { pid = 0 } = world.site.child;
  process.kill(pid, 'SIGUSR2');
  // Two turns of its event loop, so that it has collected.
  for (let n = 0; n < 2; n += 1) await world.ask('/healthz');
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

interface Flood {
  name: string;
  count: number;
  path: (n: number) => string;
  headers: (n: number) => string[];
  status: number;
}

const plain = ['User-Agent: Mozilla/5.0 Firefox/140.0', 'Cookie: visit=1', 'Accept: text/html'];
const long = (n: number, length: number) => String(n).padStart(length, 'x');
const floods: Flood[] = [
  {
    name: 'browsers and addresses',
    count: 4_000,
    path: () => '/discover',
    status: 200,
    headers: (n) => [
      `User-Agent: ${long(n, 400)}`,
      'Cookie: visit=1',
      `X-Forwarded-For: 2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
    ],
  },
  {
    name: 'cookies of 8 kB',
    count: 2_000,
    path: () => '/discover',
    status: 200,
    headers: (n) => [`Cookie: visit=1; other=${long(n, 8_000)}`, 'User-Agent: Firefox'],
  },
  {
    name: 'queries',
    count: 100,
    path: (n) => `/discover?from=${long(n, 100)}`,
    headers: () => plain,
    status: 200,
  },
  { name: 'unknown addresses', count: 60, path: (n) => `/no/such/${n}`, headers: () => plain, status: 404 },
  {
    name: 'sessions that were never begun',
    count: 200,
    path: () => '/api/user',
    status: 401,
    headers: (n) => [`Cookie: summa=${long(n, 43)}; summa_device=${long(n, 43)}`],
  },
];

/** Sends all requests over one connection, some at once. @returns how often each status was answered */
function send({ count, path, headers }: Flood, first: number): Promise<Record<string, number>> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(world.site.address).port), '127.0.0.1');
    const seen: Record<string, number> = {};
    const host = new URL(world.site.address).host;
    let [sent, answered, rest] = [0, 0, ''];
    const sendSome = () => {
      while (sent < count && sent - answered < 6) {
        const n = first + sent++;
        socket.write([`GET ${path(n)} HTTP/1.1`, `Host: ${host}`, ...headers(n), '', ''].join('\r\n'));
      }
    };
    socket.on('connect', sendSome).on('error', fail);
    socket.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1');
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        seen[status] = (seen[status] ?? 0) + 1;
        answered += 1;
      }
      // The beginning of a status line that the next chunk completes.
      rest = text.slice(-12).replace(/HTTP\/1\.1 \d{3} .*/s, '');
      if (answered < count) return sendSome();
      socket.end();
      done(seen);
    });
  });
}

test('requests that all differ are answered as they should be, and take no memory', async () => {
  for (const flood of floods) await send(flood, 1_000_000);
  const before = await memoryMb();
  for (const flood of floods)
    expect(await send(flood, 2_000_000), flood.name).toEqual({ [flood.status]: flood.count });
  expect((await memoryMb()) - before).toBeLessThan(mostGrowthMb);
}, 120_000);

describe('members’ pages and calls', () => {
  const works = async () => {
    for (const path of ['/dashboard', '/api/user', '/api/content'])
      expect([path, (await world.ask(path, { as: member })).status]).toEqual([path, 200]);
  };

  test('are answered when a column is added and removed under the running site', async () => {
    await works();
    for (const table of ['users', 'sessions', 'content', 'media'])
      await rows(world.em())`alter table ${sql.table(table)} add column later text`;
    await works();
    for (const table of ['users', 'sessions', 'content', 'media'])
      await rows(world.em())`alter table ${sql.table(table)} drop column later`;
    await works();
  });

  test('are answered when the database has ended every connection, and with it what they prepared', async () => {
    await works();
    const ended = await rows<{ pid: number }>(world.em())`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'summa' and pid <> pg_backend_pid() and datname = current_database()`;
    expect(ended.length).toBeGreaterThan(0);
    // A process ends a moment after it is asked to, and what uses its connection in between is answered with 503.
    const pids = ended.map(({ pid }) => pid);
    await vi.waitFor(async () =>
      expect(await rows(world.em())`select from pg_stat_activity where pid = any(${pids}::int[])`).toEqual(
        [],
      ),
    );
    // The site learns of it in a turn of its event loop.
    await world.ask('/healthz');
    await works();
  });
});
