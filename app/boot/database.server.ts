import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.server.ts';
import type { Env } from '../env.server.ts';
import { log } from '../http/telemetry/log.server.ts';

interface OpenedDatabase extends EmbeddedDatabase {
  /** The same database past a pooler, for jobs, migrations, backups and for hearing of changes: they need a session
   *  that stays theirs. Without a pooler it is `url`. */
  directUrl: string;
}

/** Opens the database in the settings, or starts or adopts the embedded one. */
export async function openDatabase({ databaseUrl: url, directUrl, dataDir }: Env): Promise<OpenedDatabase> {
  if (url) return { url, directUrl: directUrl ?? url, keepFor: () => {}, stop: async () => {} };
  const embedded = await startEmbedded(dataDir, { tell: (text) => log.error({ source: 'database' }, text) });
  return { ...embedded, directUrl: embedded.url };
}

/** Names the setting of a database that cannot be opened; errors of the embedded one need no addition. */
export function databaseError({ databaseUrl }: Env, error: unknown): Error {
  // A name with several addresses has one error for each address.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const reason = first instanceof Error ? first.message : String(first);
  const message = databaseUrl ? `DATABASE_URL: the database cannot be opened: ${reason}` : reason;
  return new Error(message, { cause: error });
}
