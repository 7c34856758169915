import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbedded } from './embedded.server.ts';
import { keepAlive } from './keep-alive.server.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'summa-shared-'));
  // Under root the other account must be able to enter.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that uses the same data folder, as bin/worker does beside bin/start; SIGTERM makes it leave. */
async function neighbour() {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('./embedded.server.ts', import.meta.url))});
    const cluster = await startEmbedded(${JSON.stringify(folder)});
    process.on('SIGTERM', () => cluster.stop().then(() => process.exit(0)));
    setInterval(() => {}, 1_000);
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await once(child, 'exit');
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query('select 1')).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

test('the cluster runs while any process uses it, and stops with the last one', async () => {
  const endFirst = await neighbour();
  const mine = await startEmbedded(folder);
  const endThird = await neighbour();
  expect(await answers(mine.url)).toBe(true);
  await endFirst('SIGTERM');
  expect(await answers(mine.url)).toBe(true);
  // A killed process leaves its file behind, and is not waited for.
  await endThird('SIGKILL');
  expect(await answers(mine.url)).toBe(true);
  await mine.stop();
  expect(await answers(mine.url)).toBe(false);
}, 120_000);

test('a cluster that a killed process left running is used again, and stopped afterwards', async () => {
  const kill = await neighbour();
  await kill('SIGKILL');
  const mine = await startEmbedded(folder);
  expect(await answers(mine.url)).toBe(true);
  await mine.stop();
  expect(await answers(mine.url)).toBe(false);
}, 120_000);

test('a killed cluster starts again by itself, at the same address and with its data', async () => {
  const messages: string[] = [];
  const mine = await startEmbedded(folder, { tell: (text) => messages.push(text) });
  const client = new pg.Client({ connectionString: mine.url });
  client.on('error', () => {});
  await client.connect();
  await client.query('create table kept as select 42 as answer');
  const [pid = ''] = readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await vi.waitFor(async () => expect(await answers(mine.url)).toBe(false), { timeout: 5_000 });
  await vi.waitFor(async () => expect(await answers(mine.url)).toBe(true), {
    timeout: 20_000,
    interval: 200,
  });
  const again = new pg.Client({ connectionString: mine.url });
  await again.connect();
  expect((await again.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
  await again.end();
  expect(messages[0]).toContain('starting it again (1 of 10)');
  // It answers a moment before the process that started it knows.
  await vi.waitFor(() => expect(messages.at(-1)).toBe('The database runs again.'), { timeout: 10_000 });
  await mine.stop();
  expect(await answers(mine.url)).toBe(false);
}, 60_000);

test('is reached through its socket, also by another process; without room for one over TCP', async () => {
  const leave = await neighbour();
  const mine = await startEmbedded(folder);
  const sockets = join(folder, 'postgres', 'sockets');
  expect(new URL(mine.url).hostname).toBe(encodeURIComponent(sockets));
  expect(statSync(sockets).mode & 0o777).toBe(0o700);
  expect(await answers(mine.url)).toBe(true);
  await leave('SIGTERM');
  await mine.stop();
  const far = join(folder, 'a'.repeat(100));
  const other = await startEmbedded(far);
  expect(new URL(other.url).hostname).toBe('127.0.0.1');
  expect(await answers(other.url)).toBe(true);
  await other.stop();
}, 120_000);

test('a cluster that cannot start is tried ten times and then given up', async () => {
  let tries = 0;
  const revive = async () => {
    tries += 1;
    throw new Error('no');
  };
  // No server listens at port 1.
  const messages: string[] = [];
  const end = keepAlive({ port: 1, revive, tell: (text) => messages.push(text), lookMs: 5 });
  await vi.waitFor(() => expect(tries).toBe(10), { timeout: 5_000 });
  await new Promise((done) => setTimeout(done, 200));
  await end();
  expect(tries).toBe(10);
  expect(messages.filter((text) => text === 'no')).toHaveLength(10);
});
