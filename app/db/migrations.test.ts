import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { isMigrated, migrate } from './orm.server.ts';
import { row } from './sql.server.ts';

const database = testDatabase();

test('entities and migrations describe the same columns', async () => {
  const diff = await database.orm.schema.getUpdateSchemaSQL({ dropTables: false, safe: false });
  const columnChanges = diff
    .split('\n')
    .filter((line) => /create table|add column|(add|drop) "|alter column|type /i.test(line));
  expect(columnChanges).toEqual([]);
});

test('migrating twice is harmless', async () => {
  await migrate(database.orm);
  expect(await isMigrated(database.orm)).toBe(true);
});

test('rows() joins the transaction of its entity manager', async () => {
  const em = database.orm.em.fork();
  await expect(
    em.transactional(async (inside) => {
      await row(inside)`insert into users (email, username, first_name, last_name, password_hash)
        values ('a@example.com', 'a', 'A', 'B', 'x')`;
      throw new Error('roll back');
    }),
  ).rejects.toThrow('roll back');
  expect(await row<{ n: number }>(em)`select count(*)::int as n from users`).toEqual({ n: 0 });
});
