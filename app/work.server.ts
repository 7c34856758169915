import { join } from 'node:path';
import { startEmbedded } from './db/embedded.server.ts';
import { openMigrated } from './db/orm.server.ts';
import { readEnv } from './env.server.ts';
import { log } from './http/log.server.ts';
import { startWorker } from './jobs/worker.server.ts';
import { openPost } from './post.server.ts';
import type { HouseScope } from './scope.ts';
import { openStores, sayWhatFilmsNeed } from './stores.server.ts';
import { checkPaymentSettings, openTill } from './till.server.ts';

/** bin/worker: works off the jobs without serving, until it is told to stop; beside a running site they share. */
export async function runWorker() {
  const env = readEnv();
  checkPaymentSettings(env);
  const { mail } = await openPost(env);
  const embedded = env.databaseUrl
    ? null
    : await startEmbedded(env.dataDir, { tell: (text) => log.error({ source: 'database' }, text) });
  const url = env.databaseUrl ?? embedded?.url ?? '';
  const orm = await openMigrated(url, (text) => log.debug({ source: 'database' }, text));
  const now = () => new Date();
  const { origin } = env;
  const house = (): HouseScope => ({ em: orm.em.fork(), payments: till.provider, mail, origin, now });
  const till = await openTill(env, { url, house, now });
  const { media, carrying } = await openStores(env, () => orm.em.fork());
  const converting = { media, tempDir: join(env.dataDir, 'incoming') };
  sayWhatFilmsNeed();
  const worker = startWorker({ url, house, sandbox: till.sandbox, carrying, converting });
  process.stdout.write('working off jobs; stop with Ctrl+C\n');
  await new Promise<void>((stop) => {
    process.once('SIGTERM', () => stop());
    process.once('SIGINT', () => stop());
  });
  await worker.stop();
  await till.close();
  await orm.close(true);
  await embedded?.stop();
}
