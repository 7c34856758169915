import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rows } from '../../tests/support/sql.ts';
import { testWorld } from '../../tests/support/world.ts';
import { openOrm } from '../db/orm.server.ts';
import { enqueue } from '../db/queue.server.ts';
import { setLike } from '../features/community/likes/likes.server.ts';
import { rateContent } from '../features/community/ratings/ratings.server.ts';
import { recordAudit } from '../features/core/audit-log/audit-log.server.ts';
import { takeBackup } from './backup.server.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore.server.ts';

const world = testWorld();
const home = mkdtempSync(join(tmpdir(), 'summa-backup-'));
const media = join(home, 'media');
const folder = join(home, 'taken');
const made: string[] = [];

async function asAdmin(statement: string) {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function emptyDatabase() {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name}`);
  made.push(name);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  return url.toString();
}

async function restored(mediaFolder: string, from = folder) {
  const url = await emptyDatabase();
  const orm = await openOrm(url);
  return { url, orm, done: restoreBackup({ orm, url, mediaFolder, folder: from }) };
}

/** Every row of a database as text, table by table. */
async function contents(url: string, { tables }: Manifest) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const all: Record<string, string[]> = {};
    for (const { schema, name } of tables) {
      const found = await client.query(`select t::text as line from ${schema}.${name} t order by 1`);
      all[`${schema}.${name}`] = found.rows.map(({ line }) => line);
    }
    return all;
  } finally {
    await client.end();
  }
}

let manifest: Manifest;
beforeAll(async () => {
  const viewer = await world.person({ plan: 'premium' });
  const contentId = await world.item({ hasPicture: true, title: 'Tab\tand\nline \\N' });
  await setLike(world.scope(viewer), contentId, true);
  await rateContent(world.member(viewer), contentId, { rating: 4, review: 'Ünïcode 𝛴' });
  await world.bought(viewer, contentId);
  const entry = { verb: 'edited', kind: 'featured', id: 1, name: 'A card', after: { title: 'x' } } as const;
  await recordAudit(world.em(), { by: viewer.id, at: world.clock.at }, entry);
  await enqueue(world.em(), 'provider-event', { id: 'evt_waiting' });
  mkdirSync(join(media, 'ab', 'cd'), { recursive: true });
  writeFileSync(join(media, 'ab', 'cd', '640.jpg'), 'picture');
  const taken = { url: world.database.url, mediaFolder: media, folder, now: world.clock.at };
  manifest = await takeBackup(taken);
});
afterAll(async () => {
  for (const name of made) await asAdmin(`drop database ${name} with (force)`);
  rmSync(home, { recursive: true, force: true });
});

test('a restore brings back every row, counter, waiting job and file, and the site works on it', async () => {
  const target = join(home, 'back', 'media');
  const { url, orm, done } = await restored(target);
  try {
    await done;
    expect(await contents(url, manifest)).toEqual(await contents(world.database.url, manifest));
    expect(readFileSync(join(target, 'ab', 'cd', '640.jpg'), 'utf8')).toBe('picture');
    const jobs = await rows<{ payload: unknown }>(
      orm.em.fork(),
    )`select payload from graphile_worker._private_jobs`;
    expect(jobs.map(({ payload }) => payload)).toContainEqual({ id: 'evt_waiting' });
    // The triggers count again, and numbers go on where they stopped.
    const [fresh] = await rows<{ id: number }>(orm.em.fork())`insert into users
      (email, username, first_name, last_name, password_hash) values ('n@example.com', 'new', 'N', 'N', 'x') returning id`;
    const [largest] = await rows<{ id: number }>(world.em())`select max(id) as id from users`;
    expect(fresh?.id).toBe((largest?.id ?? 0) + 1);
    await expect(rows(orm.em.fork())`delete from audit_log`).rejects.toThrow('only grows');
  } finally {
    await orm.close(true);
  }
});

test('a restore overwrites nothing: it refuses a database with tables and a folder with media', async () => {
  const into = { orm: world.database.orm, url: world.database.url, mediaFolder: join(home, 'none'), folder };
  await expect(restoreBackup(into)).rejects.toThrow('not empty');
  const { orm, done } = await restored(media);
  await expect(done).rejects.toThrow('not empty');
  await orm.close(true);
});

test('media that are deleted while a backup is taken are left out, so that the backup can be restored', async () => {
  const [busy, into] = [join(home, 'busy'), join(home, 'while-busy')];
  const names = Array.from({ length: 2_000 }, (_, at) => `${at}.jpg`);
  mkdirSync(busy);
  for (const name of names) writeFileSync(join(busy, name), 'picture');
  const taking = takeBackup({
    url: world.database.url,
    mediaFolder: busy,
    folder: into,
    now: world.clock.at,
  });
  const half = join(`${into}.unfinished`, 'media');
  const copied = () => (existsSync(half) ? readdirSync(half) : []);
  while (copied().length === 0) await setImmediate();
  const done = new Set(copied());
  const deleted = names.filter((name) => !done.has(name)).slice(-50);
  for (const name of deleted) rmSync(join(busy, name));
  const { media: counted } = await taking;
  expect(deleted.length).toBeGreaterThan(0);
  expect(counted?.files).toBe(readdirSync(join(into, 'media')).length);
});

test.each([
  ['more', 1],
  ['fewer', -1],
])(
  'a restore refuses a table of which %s rows were counted, and keeps none of its rows',
  async (name, by) => {
    const counted = join(home, `counted-${name}`);
    cpSync(folder, counted, { recursive: true });
    const tables = manifest.tables.map((table) =>
      table.name === 'likes' ? { ...table, rows: table.rows + by } : table,
    );
    writeFileSync(join(counted, 'manifest.json'), JSON.stringify({ ...manifest, tables }));
    const target = join(home, `nowhere-${name}`);
    const { orm, done } = await restored(target, counted);
    await expect(done).rejects.toThrow(`public.likes.copy.gz holds 1 rows instead of ${1 + by}`);
    expect(await rows(orm.em.fork())`select 1 from users`).toEqual([]);
    expect(existsSync(target)).toBe(false);
    await orm.close(true);
  },
);

test('a backup of a version whose migrations this one does not have is refused, and nothing is written', async () => {
  const early = join(home, 'early');
  cpSync(folder, early, { recursive: true });
  const manifestOfEarly = { ...manifest, migration: '0030-added-once' };
  writeFileSync(join(early, 'manifest.json'), JSON.stringify(manifestOfEarly));
  const { orm, done } = await restored(join(home, 'nothing-early'), early);
  await expect(done).rejects.toThrow(
    'ends with the migration 0030-added-once, which this version does not have',
  );
  const [found] = await rows(orm.em.fork())`select to_regclass('migrations')::text as migrations`;
  expect(found).toEqual({ migrations: null });
  await orm.close(true);
});

test('a damaged or unfinished backup is refused before anything is written', async () => {
  const broken = join(home, 'broken');
  await takeBackup({ url: world.database.url, mediaFolder: null, folder: broken, now: world.clock.at });
  expect(readdirSync(home).some((name) => name.endsWith('.unfinished'))).toBe(false);
  appendFileSync(join(broken, 'tables', 'public.users.copy.gz'), 'x');
  const { url, orm, done } = await restored(join(home, 'untouched'), broken);
  await expect(done).rejects.toThrow('public.users.copy.gz is damaged');
  const [found] = await rows<{ users: string | null }>(
    orm.em.fork(),
  )`select to_regclass('users')::text as users`;
  expect([url.includes('restored'), found?.users]).toEqual([true, null]);
  await orm.close(true);
  await expect(
    takeBackup({ url: world.database.url, mediaFolder: null, folder: broken, now: world.clock.at }),
  ).rejects.toThrow('exists already');
});
