import { MikroORM } from '@mikro-orm/postgresql';
import config from '../../mikro-orm.config.ts';
import { installQueue } from './queue.server.ts';

export type Orm = MikroORM;
export type Em = MikroORM['em'];

/** Connects the object-relational mapper to one database; `warn` hears of broken connections. */
export async function openOrm(url: string, warn: (text: string) => void = () => {}): Promise<Orm> {
  return MikroORM.init({ ...config, clientUrl: url, colors: false, logger: warn });
}

/** Brings the schema and the queue's up to date; an advisory lock lets several processes start at once. */
export async function migrate(orm: Orm) {
  const connection = orm.em.getConnection();
  // Two starting processes would otherwise both see an empty table of migrations.
  await connection.transactional(async (transaction) => {
    await connection.execute('select pg_advisory_xact_lock(823411)', [], 'run', transaction);
    await orm.migrator.up({ transaction });
  });
  await installQueue(orm.config.get('clientUrl') ?? '');
}

/** Whether every migration this build knows has run: what `/readyz` asks. */
export async function isMigrated(orm: Orm): Promise<boolean> {
  return (await orm.migrator.getPending()).length === 0;
}
