import { Socket } from 'node:net';
import { MikroORM, type Transaction } from '@mikro-orm/postgresql';
import type pg from 'pg';
import config from '../../mikro-orm.config.ts';
import { RetryingEntityManager, retryStatements } from './entity-manager.server.ts';
import { prepareStatements } from './prepared-statements.server.ts';
import { installQueue } from './queue.server.ts';
import { refuseUnconfirmed } from './unconfirmed.server.ts';
import { readWholeNumbers } from './whole-numbers.server.ts';

export type Orm = MikroORM;
export type Em = MikroORM['em'];

/** Longer than any statement may take (`allowLongStatements`), so a connection silent for this long is dead. */
const silenceMs = 65_000;

type Warn = (text: string) => void;

interface Connecting {
  /** Closes a connection after so long without a byte. Without it, a database that vanished would block the whole pool
   *  for a quarter of an hour. */
  silenceMs?: number;
  /** Off for a pooler that gives each transaction another connection and does not keep names. */
  prepares?: boolean;
  /** A pooler may change the connection behind a name, so the columns of a statement are asked for each time. */
  isPooled?: boolean;
  /** For a replica: PostgreSQL then refuses every change. */
  readsOnly?: boolean;
  /** Called when a connection has ended, whichever side closed it. */
  onEnd?: () => void;
}

/** Connects MikroORM to one database. */
export async function openOrm(
  url: string,
  warn: Warn = () => {},
  { silenceMs = 0, prepares = true, isPooled = false, readsOnly = false, onEnd }: Connecting = {},
): Promise<Orm> {
  return MikroORM.init({
    ...config,
    clientUrl: url,
    entityManager: RetryingEntityManager,
    onCreateConnection: retryStatements,
    colors: false,
    logger: warn,
    driverOptions: {
      ...config.driverOptions,
      ...(readsOnly && {
        options: `${config.driverOptions?.options ?? ''} -c default_transaction_read_only=on`,
      }),
      onPoolCreated: (pool: pg.Pool) => {
        releaseBrokenClients(pool);
        pool.on('connect', readWholeNumbers);
        if (prepares) pool.on('connect', (client) => prepareStatements(client, { isPooled }));
        pool.on('connect', refuseUnconfirmed);
        if (onEnd) pool.on('connect', (client) => void client.once('end', onEnd));
      },
      ...(silenceMs && { stream: () => idleTimeoutSocket(silenceMs) }),
    },
  });
}

/** Frees the pool's place of a connection that broke while in use. Kysely's `ControlledTransaction` does not release
 *  a connection on which it cannot begin or roll back, so outages would use up the pool. */
function releaseBrokenClients(pool: pg.Pool) {
  const lent = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return;
      client.release(true);
      // A later release must do nothing, because pg throws at a second one.
      client.release = () => {};
    });
  });
}

/** Opens the database of the server: brings the schema up to date without time limits, then connects with limits.
 *  @param isUpToDate whether a process of this build has already updated the schema
 *  @param directUrl the database past a pooler, for the migrations */
export async function openMigrated(
  url: string,
  warn: Warn,
  { isUpToDate = false, prepares = true, directUrl = url } = {},
): Promise<Orm> {
  if (!isUpToDate) {
    const patient = await openOrm(directUrl, warn, { prepares: prepares || directUrl !== url });
    await migrate(patient).finally(() => patient.close(true));
  }
  const orm = await openOrm(url, warn, { silenceMs, prepares, isPooled: directUrl !== url });
  // `isConnected` is false until this call.
  await orm.connect();
  return orm;
}

function idleTimeoutSocket(ms: number) {
  const socket = new Socket();
  const dead = Object.assign(new Error('The database has fallen silent'), { code: 'ETIMEDOUT' });
  return socket.setTimeout(ms, () => socket.destroy(dead));
}

export async function migrate(orm: Orm) {
  const connection = orm.em.getConnection();
  // The lock keeps two starting processes from both finding an empty table of migrations.
  await connection.transactional(async (transaction) => {
    // A large table takes longer than a request may. Each migration sets its own limit for waiting on locks.
    await connection.execute('set local statement_timeout = 0', [], 'run', transaction);
    await connection.execute('select pg_advisory_xact_lock(823411)', [], 'run', transaction);
    await refuseUnreleased(orm, transaction);
    await orm.migrator.up({ transaction });
  });
  await installQueue(orm.config.get('clientUrl') ?? '');
}

/** Refuses a database with other first migrations: they were joined before the first release (ADR-045). */
async function refuseUnreleased(orm: Orm, transaction: Transaction) {
  const ask = (sql: string) =>
    orm.em.getConnection().execute<{ name: string | null }[]>(sql, [], 'all', transaction);
  const [table] = await ask(`select to_regclass('migrations')::text as name`);
  if (!table?.name) return;
  const [first] = await ask('select name from migrations order by id limit 1');
  if (!first || first.name === migrationNames(orm)[0]) return;
  throw new Error(
    `This database was made by a version before the first release (it begins with ${first.name}), and cannot be ` +
      'brought up to date. Begin with an empty one: another DATA_DIR, or an empty database in DATABASE_URL.',
  );
}

export function migrationNames(orm: Orm): string[] {
  const steps = orm.config.get('migrations').migrationsList ?? [];
  return steps.map(({ name }) => name);
}

/** For `/readyz`: whether all migrations of this build have run. */
export async function isMigrated(orm: Orm): Promise<boolean> {
  return (await orm.migrator.getPending()).length === 0;
}
