import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect, test } from 'vitest';
import config from '../../mikro-orm.config.ts';
import { testDatabase } from '../../tests/support/database/database.ts';
import { row } from '../../tests/support/sql.ts';
import { isMigrated, migrate } from './orm.server.ts';

const database = testDatabase();
const known = config.migrations?.migrationsList ?? [];

test('migrating twice is harmless', async () => {
  await migrate(database.orm);
  expect(await isMigrated(database.orm)).toBe(true);
});

test('a database of a version before the first release is refused with what to do, and left as it is', async () => {
  const em = database.orm.em.fork();
  await row(em)`update migrations set name = '0001-before' where name = '0001-members'`;
  await expect(migrate(database.orm)).rejects.toThrow(
    /before the first release \(it begins with 0001-before\).*Begin with an empty one: another DATA_DIR/,
  );
  expect(await row(em)`select count(*)::int as n from migrations`).toEqual({ n: known.length });
  await row(em)`update migrations set name = '0001-members' where name = '0001-before'`;
  await migrate(database.orm);
});

test('a database that a later version has migrated further still works', async () => {
  const em = database.orm.em.fork();
  await row(em)`insert into migrations (name) values ('9000-later')`;
  await migrate(database.orm);
  expect(await isMigrated(database.orm)).toBe(true);
  await row(em)`delete from migrations where name = '9000-later'`;
});

test('when one of several due migrations fails, none of them is kept', async () => {
  class Good extends Migration {
    override up = () => this.addSql('create table made_by_good (id int)');
  }
  class Bad extends Migration {
    override up = () => this.addSql('alter table nowhere add column x int');
  }
  const migrationsList = [...known, { name: '9998-good', class: Good }, { name: '9999-bad', class: Bad }];
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
