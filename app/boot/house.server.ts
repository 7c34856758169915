import type { IncomingMessage } from 'node:http';
import { demoAccounts, seedDemo } from '../db/demo/seed.server.ts';
import { isMigrated } from '../db/orm.server.ts';
import { Ceiling } from '../features/limits/ceiling.server.ts';
import { mayServe } from '../features/uploads/media-gate.server.ts';
import { addressOf } from '../http/address.server.ts';
import { underCeiling } from '../http/ceiling.server.ts';
import { gates, hasOneHost } from '../http/gates.server.ts';
import { log } from '../http/log.server.ts';
import { mayReadMetrics, metricsText, metricsType } from '../http/metrics.server.ts';
import { sweepTemp } from '../http/multipart.server.ts';
import type { Context } from '../http/page.server.ts';
import { pageCache } from '../http/page-cache.server.ts';
import { needPort, portTrouble } from '../http/port.server.ts';
import { answerTrouble, Late } from '../http/trouble.server.ts';
import { pageVariant } from '../http/visitor.server.ts';
import { watchRequests } from '../http/watch.server.ts';
import { isSignedFor } from '../media/addresses.server.ts';
import { mediaHandler } from '../media/serve.server.ts';
import type { Viewer } from '../scope.ts';
import { openAdapters } from './adapters.server.ts';
import { isFork, startForks } from './forks.server.ts';
import { sayWhatFilmsNeed, startCarrying } from './media.server.ts';
import { makeScopes } from './scopes.server.ts';
import { readSettings } from './settings.server.ts';

/**
 * Everything that lives as long as the process: opened once, closed once; server.ts holds the result.
 * @param routes every address with its file, as Remix built them
 */
export async function openHouse(routes: Context['routes']) {
  const env = readSettings();
  if (!isFork) await needPort(env.port, env.host);
  const adapters = await openAdapters(env);
  const { url, orm, em, now, house, till, media, carrying, tempDir } = adapters;
  await sweepTemp(tempDir);
  const { cookies, views, scopeOf, openScope, countKeptLook } = makeScopes(env, adapters, routes);

  if (env.seedDemo) {
    const visitor = { dayKey: 'demo', address: '', isBot: true, savesData: false };
    const member = (viewer: Viewer) => ({ ...scopeOf(viewer, visitor), viewer });
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    await seedDemo({ house, member, sandbox: till.sandbox, media, tempDir, say });
  }

  const flushViews = () => views.flush(em()).catch((error) => log.warn({ error }, 'views wait'));
  const viewTimer = setInterval(flushViews, 1_000);
  viewTimer.unref();
  // After the drawing, which leaves no moment for anything else; forks leave both to the process that leads.
  if (!isFork) sayWhatFilmsNeed();
  const worker = isFork ? null : adapters.startWorker();
  const carrier = isFork ? null : startCarrying(carrying, em);

  const ceiling = new Ceiling();
  const counting = {
    // Few requests come to need one.
    get em() {
      return em();
    },
    now,
    rateScale: env.rateLimitScale,
  };
  const placeOf = (request: IncomingMessage) => addressOf(request, env.trustProxy);

  return {
    env,
    log,
    isFork,
    /** Further processes for the same port and database. */
    startForks: () =>
      startForks(env.webConcurrency, { DATABASE_URL: url, SEED_DEMO: '0', WEB_CONCURRENCY: '1' }),
    gates: gates(env),
    openScope,
    pages: pageCache({
      variantOf: (request) => pageVariant(request, cookies),
      onKept: countKeptLook,
      mayPass: (request) => hasOneHost(request) && ceiling.passAtOnce(counting, placeOf(request)),
      now,
    }),
    ceiling: underCeiling((request) => ceiling.pass(counting, placeOf(request))),
    serveMedia: mediaHandler(
      async (asked, request) => {
        const { scope } = await openScope(request);
        const viewerId = scope.viewer ? String(scope.viewer.id) : null;
        const isSigned = isSignedFor(env.sessionSecret, { ...asked, viewerId, now: now() });
        return mayServe(scope, { ...asked, isSigned });
      },
      (error) => log.error({ error }, 'media'),
    ),
    watch: watchRequests({
      logsAll: env.isProduction,
      onLate: (request, response) => answerTrouble(new Late(), request, response),
    }),
    answerTrouble,
    metrics: async (request: IncomingMessage) =>
      mayReadMetrics(request, env.metricsToken) ? { type: metricsType, text: await metricsText(orm) } : null,
    portTrouble,
    greeting: () => greeting(env.origin, env.seedDemo),
    isReady: async () => (await orm.isConnected()) && (await isMigrated(orm)),
    /** Writes what waits and lets go of the database; call it when no request is open any more. */
    async close() {
      clearInterval(viewTimer);
      await flushViews();
      carrier?.stop();
      await worker?.stop();
      await adapters.close();
    },
  };
}

const greeting = (origin: string, hasDemo: boolean) =>
  [
    `ready on ${origin}`,
    ...(hasDemo
      ? ['', 'Demo accounts (password: jiujitsu):', ...demoAccounts.map((account) => `  ${account}`)]
      : []),
  ].join('\n');

export type House = Awaited<ReturnType<typeof openHouse>>;
