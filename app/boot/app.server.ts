import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import { isMigrated } from '../db/orm.server.ts';
import { holdsChanges } from '../db/waiting-changes.server.ts';
import { demoAccounts } from '../demo/seed.server.ts';
import type { Env } from '../env.server.ts';
import { RequestLimiter } from '../features/core/rate-limits/request-limiter.server.ts';
import { compressTexts } from '../http/cache/whole-answer.server.ts';
import { leafDispatch } from '../http/pages/leaf-dispatch.server.ts';
import type { Context } from '../http/pages/page.server.ts';
import { remixHandler } from '../http/pages/remix-handler.server.ts';
import { addressOf } from '../http/security/address.server.ts';
import { admission } from '../http/security/admission.server.ts';
import { gates } from '../http/security/gates.server.ts';
import { refusals } from '../http/security/refusals.server.ts';
import { limitRequests } from '../http/security/request-limit.server.ts';
import { answerError, RequestTimeout } from '../http/telemetry/error-answer.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { mayReadMetrics, metricsText, metricsType, registry } from '../http/telemetry/metrics.server.ts';
import { needPort, portError } from '../http/telemetry/port.server.ts';
import { watchRequests } from '../http/telemetry/watch.server.ts';
import { receiveBodies } from '../http/uploads/arriving-bodies.server.ts';
import { sweepTemp } from '../http/uploads/multipart.server.ts';
import { type Adapters, openAdapters } from './adapters.server.ts';
import { startBackground } from './background.server.ts';
import { openCaches } from './caches.server.ts';
import { fillWithDemo } from './demo.server.ts';
import { endWithin } from './end-within.server.ts';
import { freeMemory } from './free-memory.server.ts';
import { mediaRoute } from './media-route.server.ts';
import { makeScopes } from './scopes.server.ts';
import { readSettings } from './settings.server.ts';
import { isRestart, isWebProcess, reportReady, supervisorId } from './supervised.server.ts';

/** Open requests have ten seconds, and what remains five. With PostgreSQL after it a stop takes at most twenty. */
const mostStopMs = 15_000;

/** Opens everything that lives as long as the process. `routes` are the addresses as Remix built them. */
export async function createApp(routes: Context['routes']) {
  const env = readSettings();
  if (!isRestart) await needPort(env.port, env.host);
  const adapters = await openAdapters(env);
  await sweepTemp(adapters.tempDir);
  const scopes = makeScopes(env, adapters, routes);
  const { openScope, noteWrite } = scopes;
  if (env.seedDemo) await fillWithDemo(adapters, scopes.scopeOf);

  const background = startBackground(adapters, scopes);
  const limiter = limitPerAddress(env, adapters);
  const {
    pages,
    files,
    serveFromMemory,
    close: closeCaches,
  } = openCaches(env, adapters, {
    ...scopes,
    isBelowLimit: limiter.passAtOnce,
  });
  const { addressOf: addressOfClient } = limiter;
  const { refuse, refuseAtOnce } = refusals(env);
  const { admit, refusedAtOnce, ...admitting } = admission({
    addressOf: addressOfClient,
    isShared: pages.isShared,
    holdsChanges,
    refuse,
    refuseAtOnce,
  });
  const bodies = receiveBodies({ addressOf: addressOfClient, refuse });
  admitting.addTo(registry);
  const hasWebProcesses = supervisorId !== null && !isWebProcess && env.webConcurrency > 1;
  const greeting = greetingOf(env);

  return {
    env,
    log,
    isWebProcess,
    isSupervised: supervisorId !== null,
    /** Other processes answer the requests; this one keeps the database and the jobs. */
    hasWebProcesses,
    reportReady(stop: () => void) {
      // From now on the supervisor restarts the site when it ends, so the database must keep running.
      if (supervisorId !== null) adapters.keepDatabaseFor(supervisorId);
      const webProcesses = hasWebProcesses ? env.webConcurrency : 0;
      const webSettings = { DATABASE_URL: adapters.url, SEED_DEMO: '0', WEB_CONCURRENCY: '1' };
      const embeddedIn = env.databaseUrl ? null : env.dataDir;
      reportReady({ greeting, webProcesses, webSettings, embeddedIn }, stop);
    },
    gates: gates(env),
    openScope,
    handlerFor: (build: ServerBuild) =>
      leafDispatch(build, (part) => remixHandler(part, openScope, noteWrite)),
    compressTexts,
    pages,
    files,
    serveFromMemory,
    receiveBody: bodies.receive,
    admit,
    refusedAtOnce,
    requestLimiter: limitRequests(limiter.pass),
    serveMedia: mediaRoute(env, { openScope, now: adapters.now }),
    watch: watchRequests({
      logsAll: env.isProduction,
      onLate: (request, response) => answerError(new RequestTimeout(), request, response),
    }),
    answerError,
    metrics: async (request: IncomingMessage) =>
      mayReadMetrics(request, env.metricsToken)
        ? { type: metricsType, text: await metricsText(adapters.orm) }
        : null,
    portError,
    freeMemory,
    greeting,
    isReady: async () => (await adapters.orm.isConnected()) && (await isMigrated(adapters.orm)),
    /** Begins a stop: jobs end while open requests finish, and the process ends after fifteen seconds, whatever holds it. */
    beginStop() {
      endWithin(mostStopMs);
      void background.stopJobs();
    },
    async close() {
      admitting.close();
      bodies.close();
      await background.stop();
      await closeCaches();
      await adapters.close();
    },
  };
}

/** The limit of requests of one address, whichever page they ask for. */
function limitPerAddress({ rateLimitScale, trustProxy }: Env, { em, now }: Adapters) {
  const limiter = new RequestLimiter();
  const counting = {
    // Made only on demand, because few requests need one.
    get em() {
      return em();
    },
    now,
    rateScale: rateLimitScale,
  };
  const addressOfClient = (request: IncomingMessage) => addressOf(request, trustProxy);
  return {
    addressOf: addressOfClient,
    pass: (request: IncomingMessage) => limiter.pass(counting, addressOfClient(request)),
    passAtOnce: (request: IncomingMessage) => limiter.passAtOnce(counting, addressOfClient(request)),
  };
}

const greetingOf = ({ origin, seedDemo }: Env) =>
  [
    `ready on ${origin}`,
    ...(seedDemo
      ? ['', 'Demo accounts (password: jiujitsu):', ...demoAccounts.map((account) => `  ${account}`)]
      : []),
  ].join('\n');

export type App = Awaited<ReturnType<typeof createApp>>;
