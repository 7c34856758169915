import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { beginSession } from '../../app/features/identity/sessions/sessions.server.ts';
import { reportTime } from '../support/report-time.ts';
import { failingDatabase } from '../support/site/failing-database.ts';
import { type Answer, type Asked, ask, cookieOf } from '../support/site/live.ts';
import { startSite } from '../support/site/site.ts';
import { row, rows } from '../support/sql.ts';
import { secret, testWorld } from '../support/world.ts';

const world = testWorld();
world.clock.at = new Date();
let site: Awaited<ReturnType<typeof startSite>>;
let between: Awaited<ReturnType<typeof failingDatabase>>;
let member = '';
let item = 0;

beforeAll(async () => {
  between = await failingDatabase(world.database.url);
  const env = {
    DATABASE_URL: between.url,
    SEED_DEMO: '0',
    SESSION_SECRET: secret,
    RATE_LIMIT_SCALE: '10000',
  };
  site = await startSite({ env, keepsLog: true });
  const viewer = await world.person();
  const visit = { now: new Date(), agent: null, address: '127.0.0.1' };
  member = cookieOf(await beginSession(world.em(), viewer.id, visit));
  item = await world.item();
}, 60_000);
afterAll(async () => {
  await site?.stop();
  await between?.close();
}, 60_000);
afterEach(() => between.becomes('none'));

const html = { accept: 'text/html' };
const get = (path: string, asked: Asked = {}) => ask(site.address, path, { headers: html, ...asked });
const like = (liked: boolean) =>
  ask(site.address, `/api/content/${item}/like`, { method: 'POST', json: { liked }, as: member });
async function timed(work: Promise<Answer>) {
  const began = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - began };
}

/** Every kind of address says so, in its own form, without internals. */
async function everyAnswerSaysSo() {
  const pages = Promise.all(
    ['/', '/discover', `/content/${item}`, '/studio', '/feed.xml'].map((path) =>
      timed(get(path, { as: member })),
    ),
  );
  const [all, call, post] = await Promise.all([
    pages,
    timed(ask(site.address, `/api/content/${item}`, { as: member })),
    timed(like(true)),
  ]);
  for (const { answer, ms } of [...all, call, post]) {
    expect(answer.status).toBe(503);
    expect(answer.header('retry-after')).toBe('5');
    expect(answer.header('cache-control')).toBe('private, no-store');
    reportTime('An answer without the database', ms, 11_000);
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|select |postgres|at \w+ \(|53300|25006/);
  }
  expect(all[0]?.answer.header('refresh')).toBe('5');
  expect(call.answer.json().message).toMatch(/database|in time/);
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
}

async function itComesBack() {
  const began = performance.now();
  await vi.waitFor(async () => expect((await get('/discover')).status).toBe(200), {
    timeout: 30_000,
    interval: 50,
  });
  reportTime('The first page after the database is back', performance.now() - began, 2_000);
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), { timeout: 30_000 });
  expect((await like(true)).status).toBe(200);
  expect(await rows(world.em())`select 1 from likes where content_id = ${item}`).toHaveLength(1);
  expect((await like(false)).status).toBe(200);
}

describe('a database that', () => {
  test('is killed and comes back', async () => {
    expect((await get('/discover')).status).toBe(200);
    await between.becomes('gone');
    await everyAnswerSaysSo();
    await between.becomes('none');
    await itComesBack();
  }, 120_000);

  test('stops answering', async () => {
    await between.becomes('stalled');
    await everyAnswerSaysSo();
    await between.becomes('none');
    await itComesBack();
  }, 120_000);

  test('has no connection left', async () => {
    await between.becomes('full');
    await everyAnswerSaysSo();
    await between.becomes('none');
    await itComesBack();
  }, 120_000);

  test('refuses writes: pages are shown, writes are refused, and none is lost', async () => {
    const { name } = (await row<{ name: string }>(world.em())`select current_database() as name`)!;
    const setting = (value: string) =>
      world
        .em()
        .getConnection()
        .execute(`alter database "${name}" set default_transaction_read_only = ${value}`);
    const cut = () =>
      row(world.em())`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and application_name like 'summa%' and pid <> pg_backend_pid()`.catch(
        () => null,
      );
    await setting('on');
    await cut();
    await vi.waitFor(async () => expect((await get('/discover')).status).toBe(200), { timeout: 30_000 });
    const answer = await like(true);
    expect([answer.status, answer.header('retry-after')]).toEqual([503, '5']);
    expect(answer.text).not.toContain('read-only');
    const page = await ask(site.address, '/auth/forgot', {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com' }),
      headers: { origin: site.address, ...html },
    });
    expect(page.status).toBe(503);
    await world
      .em()
      .getConnection()
      .execute(`begin read write; alter database "${name}" set default_transaction_read_only = off; commit`);
    await cut();
    await itComesBack();
  }, 120_000);

  test('drops every connection again and again while members write: confirmed writes are kept', async () => {
    const made: string[] = [];
    // A second try finds the names of the first one taken.
    const attempt = Date.now().toString(36);
    let goesOn = true;
    const writing = Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; goesOn; n += 1) {
          const username = `w${attempt}_${writer}_${n}`;
          const fields = { firstName: 'Wim', lastName: 'Writer', username, email: `${username}@example.com` };
          const answer = await ask(site.address, '/api/register', {
            method: 'POST',
            json: { ...fields, password: 'long enough', confirmPassword: 'long enough' },
          });
          expect([201, 422, 503]).toContain(answer.status);
          if (answer.status === 201) made.push(username);
        }
      }),
    );
    for (let n = 0; n < 6; n += 1) {
      await new Promise((done) => setTimeout(done, 400));
      await between.becomes('gone');
      await between.becomes('none');
    }
    await new Promise((done) => setTimeout(done, 500));
    goesOn = false;
    await writing;
    expect(made.length).toBeGreaterThan(5);
    const kept = await rows<{ username: string }>(world.em())`
      select username::text from users where username = any(${made}::citext[])`;
    expect(kept).toHaveLength(made.length);
    await itComesBack();
  }, 120_000);
});

test('a database that belongs to the site is started again when it is killed, and the site recovers soon', async () => {
  const own = await startSite({ env: { SEED_DEMO: '0' }, keepsLog: true });
  try {
    const note = readFileSync(join(own.folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    process.kill(Number(note.split('\n')[0]), 'SIGKILL');
    const status = () => ask(own.address, '/discover').then((answer) => answer.status);
    await vi.waitFor(async () => expect(await status()).toBe(503), { timeout: 30_000, interval: 20 });
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 60_000, interval: 200 });
    await vi.waitFor(() => expect(own.log()).toContain('The database runs again.'), { timeout: 30_000 });
  } finally {
    await own.stop();
  }
}, 90_000);
