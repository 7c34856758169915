import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { failingDatabase } from '../../tests/support/site/failing-database.ts';
import { row } from '../../tests/support/sql.ts';
import { type Orm, openOrm } from './orm.server.ts';

const database = testDatabase();
let between: Awaited<ReturnType<typeof failingDatabase>>;
let orm: Orm;
beforeAll(async () => {
  between = await failingDatabase(database.url);
  orm = await openOrm(between.url);
});
afterAll(async () => {
  await orm.close(true);
  await between.close();
});

test('connections that break in a transaction free their places in the pool', async () => {
  const die = () =>
    orm.em.fork().transactional(async (em) => {
      await row(em)`select 1`;
      await between.becomes('gone');
      await between.becomes('none');
      await row(em)`select 1`;
    });
  // More than the pool holds.
  for (let n = 0; n < 12; n += 1) await expect(die()).rejects.toThrow(/Connection terminated|not queryable/);
  expect(await row(orm.em.fork())`select 1 as one`).toEqual({ one: 1 });
});

test('connections that break while a transaction begins free their places, too', async () => {
  const begun = Array.from({ length: 12 }, () => orm.em.fork().transactional((em) => row(em)`select 1`));
  await between.becomes('gone');
  await between.becomes('none');
  await Promise.allSettled(begun);
  const all = Array.from({ length: 12 }, () => orm.em.fork().transactional((em) => row(em)`select 1 as one`));
  expect(await Promise.all(all)).toEqual(Array(12).fill({ one: 1 }));
});
