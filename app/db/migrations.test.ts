import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import config from '../../mikro-orm.config.ts';
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

test('when one of the steps that are due fails, nothing is left of those before it', async () => {
  const steps = config.migrations?.migrationsList ?? [];
  class Good extends Migration {
    override up = () => this.addSql('create table made_by_good (id int)');
  }
  class Bad extends Migration {
    override up = () => this.addSql('alter table nowhere add column x int');
  }
  const migrationsList = [...steps, { name: '9998-good', class: Good }, { name: '9999-bad', class: Bad }];
  const next = await MikroORM.init({
    ...config,
    clientUrl: database.url,
    migrations: { ...config.migrations, migrationsList },
  });
  await expect(migrate(next)).rejects.toThrow('nowhere');
  expect(await row(next.em.fork())`select to_regclass('made_by_good') as found`).toEqual({ found: null });
  expect((await next.migrator.getPending()).map(({ name }) => name)).toEqual(['9998-good', '9999-bad']);
  await next.close(true);
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
