import { join } from 'node:path';
import { openOnceItAnswers } from '../db/first-connection.server.ts';
import { openListener } from '../db/listen.server.ts';
import { openMigrated } from '../db/orm.server.ts';
import { openReplicas } from '../db/replicas/replicas.server.ts';
import type { Env } from '../env.server.ts';
import { secretBox } from '../features/identity/second-factor/secret-box.server.ts';
import { keyDrawings } from '../features/map/drawing/drawing.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { startWorker } from '../jobs/worker.server.ts';
import type { SystemContext } from '../scope.ts';
import { databaseError, openDatabase } from './database.server.ts';
import { openMailing } from './mail.server.ts';
import { openStores } from './media.server.ts';
import { checkPaymentSettings, openSitePayments } from './payments.server.ts';
import { isRestart } from './supervised.server.ts';

export type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** Opens what the site and `bin/worker` share, after checking all settings. */
export async function openAdapters(env: Env) {
  checkPaymentSettings(env);
  keyDrawings(env.sessionSecret);
  const { mail, outbox } = await openMailing(env);
  const { url, directUrl, keepFor, stop: stopDatabase } = await openDatabase(env);
  const warn = (text: string) => log.debug({ source: 'database' }, text);
  const open = () =>
    openMigrated(url, warn, { isUpToDate: isRestart, prepares: env.preparesStatements, directUrl });
  const orm = await openOnceItAnswers(open, {
    warn: (text) => log.warn({ source: 'database' }, text),
  }).catch((error) => {
    throw databaseError(env, error);
  });
  const now = () => new Date();
  const em = () => orm.em.fork();
  const box = secretBox(env.sessionSecret);
  const systemContext = (): SystemContext => ({
    em: em(),
    payments: payments.provider,
    mail,
    origin: env.origin,
    now,
    box,
  });
  // A pooler between loses what the database says.
  const listener =
    env.preparesStatements || env.directUrl
      ? openListener({ url: directUrl, warn: (text) => log.warn({ source: 'database' }, text) })
      : null;
  const replicas =
    env.replicaUrls.length > 0
      ? await openReplicas({
          urls: env.replicaUrls,
          primary: orm,
          listener,
          prepares: env.preparesStatements,
          warn: (text) => log.warn({ source: 'replica' }, text),
        })
      : null;
  const payments = await openSitePayments(env, { url, systemContext, now });
  const { media, stores } = await openStores(env, em);
  const tempDir = join(env.dataDir, 'incoming');
  const working: Parameters<typeof startWorker>[0] = {
    url: directUrl,
    systemContext,
    sandbox: payments.sandbox,
    mediaStores: stores,
    converting: { media, tempDir },
  };
  return {
    url,
    orm,
    listener,
    replicas,
    now,
    mail,
    outbox,
    payments,
    media,
    stores,
    tempDir,
    em,
    box,
    /** Makes a new context for each job or webhook. */
    systemContext,
    startWorker: () => startWorker(working),
    keepDatabaseFor: keepFor,
    async close() {
      await payments.close();
      await listener?.close();
      await replicas?.close();
      await orm.close(true);
      await stopDatabase();
    },
  };
}
