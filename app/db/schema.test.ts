import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { schemaText } from '../../tests/support/database/schema-text.ts';

const renew =
  'node_modules/.bin/node node_modules/vitest/vitest.mjs run --project=rules app/db/schema.test -u';

const database = testDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = await connected(database.url);
});
afterAll(() => client.end());

async function connected(url: string) {
  const made = new pg.Client({ connectionString: url });
  await made.connect();
  return made;
}

/** The text of the migrated database after a change, which is then taken back. */
async function textAfter(change: string) {
  await client.query('begin');
  try {
    await client.query(change);
    return await schemaText(client);
  } finally {
    await client.query('rollback');
  }
}

test('schema.sql is what the migrations make', async () => {
  const text = await schemaText(client);
  await expect(text, `app/db/schema.sql is stale; renew it with\n  ${renew}`).toMatchFileSnapshot(
    './schema.sql',
  );
});

test('an empty database that runs schema.sql gets the same schema', async () => {
  const text = await schemaText(client);
  const name = `schema_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  await client.query(`create database ${name}`);
  const empty = await connected(url.toString());
  try {
    await empty.query(text);
    expect(await schemaText(empty)).toBe(text);
  } finally {
    await empty.end();
    await client.query(`drop database ${name} with (force)`);
  }
});

test.each([
  ['a column', 'alter table users add column nickname text', 'nickname'],
  ['a type', 'alter table featured alter column comments type bigint', 'comments      bigint not null'],
  ['a default', `alter table users alter column plan set default 'vip'`, `default 'vip'`],
  ['a need', 'alter table users alter column bio set not null', 'bio                 text not null'],
  ['a check', 'alter table likes add constraint young check (user_id < 9)', 'young check (user_id < 9)'],
  ['a foreign key', 'alter table likes drop constraint likes_user_id_fkey', 'user_id    int not null,'],
  ['an index', 'create index likes_young on likes (user_id) where user_id < 9', 'likes_young'],
  ['a trigger', 'alter table content enable always trigger content_held_back', 'content_held_back;'],
  ['storage', 'alter table likes set (fillfactor = 60)', 'with (fillfactor = 60)'],
  ['safety in a crash', 'alter table blocks set unlogged', 'create unlogged table blocks'],
  ['a function', 'alter function begin_content_stats() security definer', 'security definer'],
])('the comparison sees %s that differs', async (_name, change, seen) => {
  const before = (await schemaText(client)).split('\n');
  const different = (await textAfter(change)).split('\n').filter((line) => !before.includes(line));
  expect(different.join('\n')).toContain(seen);
});

test('a table that belongs to no area is reported', async () => {
  await expect(textAfter('create table polls (id int)')).rejects.toThrow('Give polls a place');
});
