import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { picture } from '../support/media/upload-form.ts';
import { ask, cookieOf, liveWorld } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { slowUpload } from '../support/site/slow-upload.ts';
import { row, rows } from '../support/sql.ts';

/** Two processes that share only the database and the secret. Each runs jobs. */
const world = liveWorld({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
const password = 'a long enough one';
let second: Awaited<ReturnType<typeof startSite>>;
let sites: string[] = [];

beforeAll(async () => {
  second = await startSite({ env: world.settings(), keepsLog: true });
  sites = [world.site.address, second.address];
}, 60_000);
afterAll(() => second?.stop(), 30_000);
beforeEach(() => row(world.em())`delete from rate_limits`);

const at = (n: number) => sites[n % 2] ?? '';
const post = (n: number, path: string, json: unknown, as = '', headers = {}) =>
  ask(at(n), path, { method: 'POST', json, as, headers });
const register = (n: number, name: string) =>
  post(n, '/api/register', {
    firstName: 'Ann',
    lastName: 'Lee',
    username: name,
    email: `${name}@example.com`,
    password,
    confirmPassword: password,
  });

/** What only looks may be answered from memory until the other process hears of the change (ADR-061). */
const soon = { timeout: 30_000, interval: 20 };
let registered = 0;

describe('sessions', () => {
  test('a session that began in one process is valid in the other, and ended in both', async () => {
    registered += 1;
    const made = await register(0, `both_sides_${registered}`);
    const cookie = /summa=[^;]+/.exec(String(made.headers['set-cookie']))?.[0] ?? '';
    const who = (n: number) => ask(at(n), '/api/user', { as: cookie }).then(({ status }) => status);
    expect([await who(0), await who(1)]).toEqual([200, 200]);
    const change = (n: number) => post(n, '/api/content/1/like', {}, cookie).then(({ status }) => status);
    expect(await change(0)).toBe(404);
    await post(1, '/api/logout', {}, cookie);
    expect([await change(0), await change(1)]).toEqual([401, 401]);
    await vi.waitFor(async () => expect([await who(0), await who(1)]).toEqual([401, 401]), soon);
  });

  test('all sessions of a member end in both at once', async () => {
    const viewer = await world.person();
    const mine = await Promise.all([world.signIn(viewer), world.signIn(viewer)]);
    await ask(at(0), '/account/security/end-all', {
      method: 'POST',
      as: mine[0],
      headers: { origin: at(0) },
      body: new URLSearchParams(),
    });
    for (const n of [0, 1]) expect((await ask(at(n), '/api/user', { as: mine[1] })).status).toBe(401);
  });

  test('a role that was taken away in one process is gone in the other', async () => {
    const boss = await world.person({ isAdmin: true });
    const cookie = await world.signIn(boss);
    expect((await ask(at(1), '/api/admin/creators', { as: cookie })).status).toBe(200);
    await row(world.em())`update users set is_admin = false where id = ${boss.id}`;
    expect((await ask(at(1), '/api/admin/creators', { as: cookie })).status).toBe(403);
  });
});

describe('limits', () => {
  test('twenty guesses at a password count as twenty, however they are divided', async () => {
    const began = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        post(n, '/api/login', { email: 'target@example.com', password: 'guess' }, '', {
          'x-forwarded-for': `198.51.100.${n + 1}`,
        }).then(({ status }) => status),
      ),
    );
    const passed = statuses.filter((status) => status === 401).length;
    expect(passed).toBeGreaterThanOrEqual(20);
    // One more is allowed each minute.
    expect(passed).toBeLessThanOrEqual(21 + (performance.now() - began) / 60_000);
  });

  test('sixty likes count as sixty', async () => {
    const cookie = await world.signIn(await world.person());
    const item = await world.item();
    const began = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        post(n, `/api/content/${item}/like`, { liked: n % 2 === 0 }, cookie).then(({ status }) => status),
      ),
    );
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(60);
    // One more is allowed each second.
    expect(passed).toBeLessThanOrEqual(61 + (performance.now() - began) / 1_000);
  });

  test('two running uploads count as two, and are free when their clients disconnect', async () => {
    const cookie = await world.signIn(await world.person({ plan: 'vip' }));
    const bytes = Buffer.from(await (await picture()).arrayBuffer());
    const open = [slowUpload(at(0), cookie, bytes), slowUpload(at(1), cookie, bytes)];
    const places = () => rows(world.em())`select key from rate_limits where key like 'upload under way%'`;
    await vi.waitFor(async () => expect(await places()).toHaveLength(2), { timeout: 30_000 });
    const third = slowUpload(at(1), cookie, bytes);
    expect(await third.finish()).toBe(429);
    expect(await open[0]?.finish()).toBe(201);
    await vi.waitFor(async () => expect(await places()).toHaveLength(1), { timeout: 30_000 });
    open[1]?.vanish();
    await vi.waitFor(async () => expect(await places()).toEqual([]), { timeout: 30_000 });
  }, 120_000);

  test('the limit of an address is shared by both, and all others go on', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const began = performance.now();
    let passed = 0;
    let refused = 0;
    for (let n = 0; n < 700 && refused === 0; n += 1) {
      const all = await Promise.all(
        Array.from({ length: 100 }, (_, each) => ask(at(each), '/media/none', { headers })),
      );
      passed += all.filter(({ status }) => status === 404).length;
      refused += all.filter(({ status }) => status === 429).length;
    }
    expect(refused).toBeGreaterThan(0);
    expect(passed).toBeGreaterThanOrEqual(3_000);
    // Each process asks the database at every 25th request, and fifty more are allowed each second.
    expect(passed).toBeLessThan(3_300 + (performance.now() - began) / 20);
    // From now on it stays used up, and both processes learn of it.
    await row(
      world.em(),
    )`update rate_limits set until = now() + interval '5 minutes' where key like 'everything%'`;
    // A process that has just refused asks the database again when its wait is over, half a second.
    await setTimeout(1_000);
    for (let n = 0; n < 60; n += 1) await ask(at(n), '/media/none', { headers });
    const page = await ask(at(0), '/discover', { headers: { ...headers, accept: 'text/html' } });
    expect([page.status, Number(page.header('retry-after')) > 0]).toEqual([429, true]);
    expect(page.text).toContain('<h1>One moment, please</h1>');
    const call = await ask(at(1), '/api/content', { headers });
    expect([call.status, call.json().message]).toEqual([429, expect.stringContaining('wait a little')]);
    expect((await ask(at(0), '/healthz', { headers })).status).toBe(200);
    expect((await ask(at(0), '/favicon.svg', { headers })).status).toBe(200);
    expect((await ask(at(0), '/discover', { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(
      200,
    );
  }, 120_000);
});

test('a job is done once, whichever process does it', async () => {
  const letters = () =>
    [world.site.folder, second.folder].flatMap((folder) => {
      try {
        return readdirSync(join(folder, 'outbox')).filter((name) => !name.startsWith('.'));
      } catch {
        return [];
      }
    }).length;
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 30_000 });
  const before = letters();
  const people = await Promise.all(Array.from({ length: 12 }, () => world.person()));
  await Promise.all(
    people.map(({ email }, n) =>
      ask(at(n), '/auth/forgot', {
        method: 'POST',
        body: new URLSearchParams({ email }),
        headers: { origin: at(n), 'x-forwarded-for': `198.51.100.${100 + n}` },
      }),
    ),
  );
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 30_000, interval: 200 });
  expect(letters() - before).toBe(12);
}, 120_000);

const waiting = async () =>
  (
    await row<{ n: number }>(world.em())`
    select count(*)::int as n from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier in ('send-link', 'send-mail')`
  )?.n;

test('an invented cookie is refused by both', async () => {
  for (const n of [0, 1]) {
    expect((await ask(at(n), '/api/user', { as: cookieOf('x'.repeat(43)) })).status).toBe(401);
  }
});
