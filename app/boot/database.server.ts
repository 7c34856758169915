import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.server.ts';
import type { Env } from '../env.server.ts';
import { log } from '../http/log.server.ts';

/** The database that the settings name, or else the embedded one, started or adopted. */
export async function openDatabase({ databaseUrl: url, dataDir }: Env): Promise<EmbeddedDatabase> {
  if (url) return { url, stop: async () => {} };
  return startEmbedded(dataDir, { tell: (text) => log.error({ source: 'database' }, text) });
}
