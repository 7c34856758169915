import pg from 'pg';

type Row = pg.QueryResultRow;

/** The functions of PostgreSQL that the sandbox uses: statements with $1 placeholders, and a transaction. */
export interface SandboxDatabase {
  execute<R extends Row = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<R[]>;
  transaction<Answer>(work: (inside: SandboxDatabase) => Promise<Answer>): Promise<Answer>;
}

interface Queryable {
  query<R extends Row>(sql: string, params?: unknown[]): Promise<{ rows: R[] }>;
}

const over = (queryable: Queryable, transaction: SandboxDatabase['transaction']): SandboxDatabase => ({
  execute: async <R extends Row>(sql: string, params: unknown[] = []) =>
    (await queryable.query<R>(sql, params)).rows,
  transaction,
});

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

  const transaction: SandboxDatabase['transaction'] = async (work) => {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      const inside: SandboxDatabase = over(client, (nested) => nested(inside));
      const answer = await work(inside);
      await client.query('commit');
      return answer;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return { ...over(pool, transaction), close: () => pool.end() };
}
