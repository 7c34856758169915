import { Socket } from 'node:net';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import config from '../../mikro-orm.config.ts';
import { installQueue } from './queue.server.ts';

export type Orm = MikroORM;
export type Em = MikroORM['em'];

/** Longer than the longest statement may take (`patiently`): a connection as silent as this is dead. */
const silenceMs = 65_000;

type Warn = (text: string) => void;

/**
 * Connects the object-relational mapper to one database; `warn` hears of broken connections.
 * @param silenceMs after which a connection without a byte is given up: a database that vanished without a word
 *   would else keep the whole pool for a quarter of an hour, also when another has taken its place
 */
export async function openOrm(
  url: string,
  warn: Warn = () => {},
  { silenceMs = 0 }: { silenceMs?: number } = {},
): Promise<Orm> {
  return MikroORM.init({
    ...config,
    clientUrl: url,
    colors: false,
    logger: warn,
    driverOptions: {
      ...config.driverOptions,
      onPoolCreated: letGoOfTheDead,
      ...(silenceMs && { stream: () => impatient(silenceMs) }),
    },
  });
}

/**
 * Gives the place of whoever died while they were lent out to others. A transaction that cannot be begun or rolled
 * back, because its connection is dead, never hands it back (Kysely's `ControlledTransaction`): as many outages as
 * the pool has places would empty it for good.
 */
function letGoOfTheDead(pool: pg.Pool) {
  const lent = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return;
      client.release(true);
      // Those who do hand it back come later, and pg takes nothing twice.
      client.release = () => {};
    });
  });
}

/** What serves requests: the schema brought up to date without hurry, then connections that none can hang on. */
export async function openMigrated(url: string, warn: Warn): Promise<Orm> {
  const patient = await openOrm(url, warn);
  await migrate(patient).finally(() => patient.close(true));
  const orm = await openOrm(url, warn, { silenceMs });
  // Until then it says that it is not connected, whatever it answers.
  await orm.connect();
  return orm;
}

function impatient(ms: number) {
  const socket = new Socket();
  const dead = Object.assign(new Error('The database has fallen silent'), { code: 'ETIMEDOUT' });
  return socket.setTimeout(ms, () => socket.destroy(dead));
}

/** Brings the schema and the queue's up to date; an advisory lock lets several processes start at once. */
export async function migrate(orm: Orm) {
  const connection = orm.em.getConnection();
  // Two starting processes would otherwise both see an empty table of migrations.
  await connection.transactional(async (transaction) => {
    // A large table takes longer than a page may; how long a step waits for its locks, it says itself.
    await connection.execute('set local statement_timeout = 0', [], 'run', transaction);
    await connection.execute('select pg_advisory_xact_lock(823411)', [], 'run', transaction);
    await orm.migrator.up({ transaction });
  });
  await installQueue(orm.config.get('clientUrl') ?? '');
}

/** Whether every migration this build knows has run: what `/readyz` asks. */
export async function isMigrated(orm: Orm): Promise<boolean> {
  return (await orm.migrator.getPending()).length === 0;
}
