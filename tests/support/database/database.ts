import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Orm, openOrm } from '../../../app/db/orm.server.ts';

/** Gives the test file a database of its own, cloned from the migrated template. */
export function testDatabase(): { orm: Orm; readonly url: string } {
  const held = { orm: undefined as unknown as Orm, url: '' };
  const name = `test_${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    const template = new URL(inject('templateUrl'));
    // Copied as files. The default, writing through the log, takes three times as long.
    await asAdmin(template, `create database ${name} template template_summa strategy file_copy`);
    const own = new URL(template);
    own.pathname = `/${name}`;
    held.url = own.toString();
    held.orm = await openOrm(held.url);
  });
  afterAll(async () => {
    await held.orm?.close(true);
    await asAdmin(new URL(inject('templateUrl')), `drop database if exists ${name} with (force)`);
  });
  return held;
}

async function asAdmin(template: URL, statement: string) {
  const admin = new URL(template);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.toString() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
