import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { rows } from '../../tests/support/sql.ts';
import { db, sql } from './kysely.server.ts';
import { type Em, type Orm, openOrm } from './orm.server.ts';
import { prepareStatements } from './prepared-statements.server.ts';

const database = testDatabase();
const opened: Orm[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((orm) => orm.close(true)));
});

async function open(prepares?: boolean) {
  const orm = await openOrm(database.url, () => {}, { prepares });
  opened.push(orm);
  return orm.em.fork();
}
/** Inside one transaction, so on one connection. */
const run = (em: Em) => rows<object>(em);
const names = (em: Em) => rows<{ name: string }>(em)`select name from pg_prepared_statements`;

const ask = (em: Em, value: number) => db(em).selectNoFrom(sql<number>`${value}::int`.as('value')).execute();

describe('a statement with parameters', () => {
  test('is prepared once for all its values', async () => {
    const em = await open();
    await em.transactional(async (inside) => {
      for (const value of [1, 2, 3]) expect(await ask(inside, value)).toEqual([{ value }]);
      expect((await names(inside)).length).toBe(1);
    });
  });

  test('is not prepared where a pooler keeps no names', async () => {
    const em = await open(false);
    await em.transactional(async (inside) => {
      await ask(inside, 1);
      expect(await names(inside)).toEqual([]);
    });
  });

  test('is prepared for the first 300 texts of a connection, and executed for all', async () => {
    const em = await open();
    await em.transactional(async (inside) => {
      for (let each = 0; each < 320; each += 1) {
        const found = db(inside).selectNoFrom(sql<number>`${each}::int`.as(`value_${each}`));
        expect(await found.execute()).toEqual([{ [`value_${each}`]: each }]);
      }
      expect((await names(inside)).length).toBe(300);
    });
  });
});

describe('the columns of a prepared statement', () => {
  async function connected({ isPooled = false } = {}) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    prepareStatements(client, { isPooled });
    const { connection } = client as unknown as { connection: EventEmitter };
    const described: unknown[] = [];
    for (const name of ['rowDescription', 'noData']) connection.on(name, () => described.push(name));
    return { client, described };
  }

  test('are asked for once, whether it finds rows or not', async () => {
    const { client, described } = await connected();
    const texts = ['select 7 as a, $1::text as b', 'select $1::int8 as a, null as b where $1 > 1'];
    for (const text of texts)
      for (const value of [1, 2, 3, 1]) {
        const { rows, fields } = await client.query(text, [value]);
        const found = text.includes('where') ? { a: String(value), b: null } : { a: 7, b: String(value) };
        expect(rows).toEqual(text.includes('where') && value === 1 ? [] : [found]);
        expect(fields.map(({ name }) => name)).toEqual(['a', 'b']);
      }
    expect(described).toEqual(['rowDescription', 'rowDescription']);
    await client.end();
  });

  test('are asked for each time behind a pooler, which may use another connection', async () => {
    const { client, described } = await connected({ isPooled: true });
    for (const value of [1, 2]) await client.query('select $1::int as a', [value]);
    expect(described).toEqual(['rowDescription', 'rowDescription']);
    await client.end();
  });

  test('are known to be none for a change, which still answers how many rows it changed', async () => {
    const { client, described } = await connected();
    await client.query('create temporary table kept (value int)');
    await client.query('insert into kept values (1), (2)');
    for (const least of [1, 2, 3]) {
      const { rows, rowCount } = await client.query('update kept set value = value where value >= $1', [
        least,
      ]);
      expect([rows, rowCount]).toEqual([[], 3 - least]);
    }
    expect(described).toEqual(['noData']);
    await client.end();
  });

  test('are asked for again after an error that came before them', async () => {
    const { client, described } = await connected();
    const divide = (by: number) => client.query('select 6 / $1::int as value', [by]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(2)).rows).toEqual([{ value: 3 }]);
    expect((await divide(3)).rows).toEqual([{ value: 2 }]);
    await expect(client.query('select $1::int + missing', [1])).rejects.toThrow('missing');
    await expect(client.query('select $1::int + missing', [1])).rejects.toThrow('missing');
    expect(described).toEqual(['rowDescription']);
    await client.end();
  });
});

describe('when PostgreSQL no longer accepts what it prepared', () => {
  const makeTable = async (em: Em) => {
    await run(em)`create table shape (value int)`;
    await run(em)`insert into shape values (7)`;
  };
  const read = (em: Em) => rows<object>(em)`select * from shape where 1 = ${1}`;

  test('a statement after a change of its table answers the new columns', async () => {
    const em = await open();
    const other = await open();
    await makeTable(other);
    expect(await read(em)).toEqual([{ value: 7 }]);
    await run(other)`alter table shape add column more text`;
    expect(await read(em)).toEqual([{ value: 7, more: null }]);
    await run(other)`drop table shape`;
  });

  test('a transaction after a change of its table is run again', async () => {
    const em = await open();
    const other = await open();
    await makeTable(other);
    await read(em);
    await run(other)`alter table shape add column more text`;
    let begun = 0;
    const found = await em.transactional(async (inside) => {
      begun += 1;
      return read(inside);
    });
    expect([begun, found]).toEqual([2, [{ value: 7, more: null }]]);
    await run(other)`drop table shape`;
  });

  test('a statement whose name something between has dropped is prepared anew', async () => {
    const em = await open();
    await ask(em, 1);
    await run(em)`deallocate all`;
    expect(await ask(em, 2)).toEqual([{ value: 2 }]);
  });
});
