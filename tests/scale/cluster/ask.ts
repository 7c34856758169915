import pg from 'pg';

/** One statement over a connection of its own. @throws what PostgreSQL answers, or that it did not answer in 5 s */
export async function ask<Row = unknown>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end().catch(() => {});
  }
}
