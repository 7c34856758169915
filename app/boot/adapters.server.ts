import { join } from 'node:path';
import { openMigrated } from '../db/orm.server.ts';
import type { Env } from '../env.server.ts';
import { log } from '../http/log.server.ts';
import { startWorker } from '../jobs/worker.server.ts';
import type { HouseScope } from '../scope.ts';
import { openDatabase } from './database.server.ts';
import { openMailing } from './mail.server.ts';
import { openStores } from './media.server.ts';
import { checkPaymentSettings, openTill } from './payments.server.ts';

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/**
 * What the site and `bin/worker` both reach the world by: the database, migrated, and mail, payments and media as the
 * settings mean them. Wrong settings are told before anything is opened.
 */
export async function openAdapters(env: Env) {
  checkPaymentSettings(env);
  const { mail, outbox } = await openMailing(env);
  const { url, stop: stopDatabase } = await openDatabase(env);
  const orm = await openMigrated(url, (text) => log.debug({ source: 'database' }, text));
  const now = () => new Date();
  const em = () => orm.em.fork();
  const house = (): HouseScope => ({ em: em(), payments: till.provider, mail, origin: env.origin, now });
  const till = await openTill(env, { url, house, now });
  const { media, carrying } = await openStores(env, em);
  const tempDir = join(env.dataDir, 'incoming');
  const working = { url, house, sandbox: till.sandbox, carrying, converting: { media, tempDir } };
  return {
    ...{ url, orm, now, mail, outbox, till, media, carrying, tempDir },
    /** A fresh entity manager. */
    em,
    /** What work carries that nobody asked for in person, anew for each piece of it. */
    house,
    startWorker: () => startWorker(working),
    /** Call it when nothing works any more. */
    async close() {
      await till.close();
      await orm.close(true);
      await stopDatabase();
    },
  };
}
