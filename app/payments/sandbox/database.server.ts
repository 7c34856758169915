import { Kysely, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import pg from 'pg';

/** The functions of PostgreSQL that the sandbox uses: statements, and a transaction. */
export interface SandboxDatabase {
  getKysely(): QueryExecutorProvider;
  transaction<Answer>(work: (inside: SandboxDatabase) => Promise<Answer>): Promise<Answer>;
}

const over = (
  connection: QueryExecutorProvider,
  transaction: SandboxDatabase['transaction'],
): SandboxDatabase => ({ getKysely: () => connection, transaction });

/** Own connections, because a payment provider does not share its caller's transaction. */
export function openSandboxDatabase(url: string): SandboxDatabase & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'summa sandbox',
  });
  // Without listeners, a connection that the server drops ends the process, whether idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });

  const transaction: SandboxDatabase['transaction'] = (work) =>
    kysely.transaction().execute((connection) => {
      const inside: SandboxDatabase = over(connection, (nested) => nested(inside));
      return work(inside);
    });
  return { ...over(kysely, transaction), close: () => pool.end() };
}
