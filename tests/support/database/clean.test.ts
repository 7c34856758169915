import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isNewAgain, type New, readNew } from './clean.ts';
import { testDatabase } from './database.ts';

const database = testDatabase();
let fresh: New;
let client: pg.Client;
const connect = async () => {
  const made = new pg.Client({ connectionString: database.url });
  await made.connect();
  return made;
};
beforeAll(() => database.orm.close(true));
beforeEach(async () => {
  client = await connect();
  fresh ??= await readNew(client);
});
afterEach(() => client.end());

const ids = async () => {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (email, verified_email, username, first_name, last_name, password_hash)
      values ('ann@example.com', 'ann@example.com', 'ann', 'Ann', 'Lee', '') returning id`,
  );
  return rows.map(({ id }) => id);
};

test('a database with new rows is emptied, and counts from the beginning', async () => {
  const first = await ids();
  expect(await isNewAgain(client, fresh)).toBe(true);
  expect((await client.query('select from users')).rowCount).toBe(0);
  expect(await ids()).toEqual(first);
  expect(await isNewAgain(client, fresh)).toBe(true);
});

test('the audit log, which only grows, is emptied and refuses it again', async () => {
  const write = `insert into audit_log (at, verb, subject_kind, subject_id, subject_name) values (now(), 'a', 'b', '1', 'c')`;
  await client.query(write);
  expect(await isNewAgain(client, fresh)).toBe(true);
  await client.query(write);
  await expect(client.query('delete from audit_log')).rejects.toThrow('only grows');
  expect(await isNewAgain(client, fresh)).toBe(true);
});

test.each([
  ['column', 'alter table users add column shoe_size int'],
  ['default', 'alter table map_version alter is_only set default false'],
])('a database with another %s is not used again', async (_what, change) => {
  await client.query(`begin; ${change}`);
  expect(await isNewAgain(client, fresh)).toBe(false);
  await client.query('rollback');
  expect(await isNewAgain(client, fresh)).toBe(true);
});

test('rows that new ones have are there again', async () => {
  const version = async () => (await client.query('select * from map_version')).rows;
  const before = await version();
  expect(before).toHaveLength(1);
  for (const change of ['update map_version set version = version + 1', 'delete from map_version']) {
    await client.query(change);
    expect(await version()).not.toEqual(before);
    expect(await isNewAgain(client, fresh)).toBe(true);
    expect(await version()).toEqual(before);
  }
});

test('statistics of rows that have gone are forgotten', async () => {
  const known = `select (select count(*) from pg_statistic where starelid = 'users'::regclass)::int as columns,
    (select reltuples from pg_class where oid = 'users'::regclass)::int as rows`;
  await ids();
  await client.query('analyze users');
  expect((await client.query(known)).rows[0]).toMatchObject({ rows: 1 });
  expect(await isNewAgain(client, fresh)).toBe(true);
  expect((await client.query(known)).rows).toEqual([{ columns: 0, rows: -1 }]);
});

test('a database that another connection still uses is not used again', async () => {
  const other = await connect();
  expect(await isNewAgain(client, fresh)).toBe(false);
  await other.end();
  expect(await isNewAgain(client, fresh)).toBe(true);
});
