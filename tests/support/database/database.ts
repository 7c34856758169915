import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Orm, openOrm } from '../../../app/db/orm.server.ts';
import { isNewAgain, type New, readNew } from './clean.ts';

/** A database that was cloned from the migrated template. */
interface Clone {
  name: string;
  uses: number;
}

/** Those that are new again: emptying one takes a tenth of the time of cloning and dropping one, which is 860 files.
 *  Files of one process take turns. */
const clean: Clone[] = [];
let fresh: Promise<New> | undefined;

/** Deleted rows leave room that plans and scans would notice. */
const mostUses = 12;

/** Gives the test file a database of its own, as new as the migrated template. */
export function testDatabase(): { orm: Orm; readonly url: string } {
  const held = { orm: undefined as unknown as Orm, url: '' };
  let mine: Clone | undefined;
  beforeAll(async () => {
    mine = clean.pop() ?? (await clone());
    held.url = urlOf(mine.name);
    held.orm = await openOrm(held.url);
  });
  afterAll(async () => {
    await held.orm?.close(true);
    if (mine) await giveBack(mine);
  });
  return held;
}

/** A database that exists already, opened for the test file. */
export function openedDatabase(url: string): { orm: Orm; readonly url: string } {
  const held = { orm: undefined as unknown as Orm, url };
  beforeAll(async () => {
    held.orm = await openOrm(url);
  });
  afterAll(() => held.orm?.close(true));
  return held;
}

async function clone(): Promise<Clone> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied as files. The default, writing through the log, takes three times as long.
  await as('postgres', (admin) =>
    admin.query(`create database ${name} template template_summa strategy file_copy`),
  );
  // Before the test has it: rows that the test makes would count as those of a new one, and none would be new again.
  fresh ??= as(name, readNew);
  await fresh;
  return { name, uses: 0 };
}

async function giveBack({ name, uses }: Clone) {
  const known = await fresh;
  const isClean = uses + 1 < mostUses && known && (await as(name, (client) => isNewAgain(client, known)));
  if (isClean) clean.push({ name, uses: uses + 1 });
  else await as('postgres', (admin) => admin.query(`drop database if exists ${name} with (force)`));
}

async function as<Answer>(database: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${database}`;
  return url.toString();
}
