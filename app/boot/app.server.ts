import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import { isMigrated } from '../db/orm.server.ts';
import { holdsChanges } from '../db/waiting-changes.server.ts';
import { demoAccounts, seedDemo } from '../demo/seed.server.ts';
import { mayServe } from '../features/core/media/media-gate.server.ts';
import { RequestLimiter } from '../features/core/rate-limits/request-limiter.server.ts';
import { fileCache } from '../http/cache/file-cache.server.ts';
import { pageCache } from '../http/cache/page-cache.server.ts';
import { sharedHeaders, sharedMediaCaching } from '../http/cache/shared-caches.ts';
import { compressTexts } from '../http/cache/whole-answer.server.ts';
import { leafDispatch } from '../http/pages/leaf-dispatch.server.ts';
import type { Context } from '../http/pages/page.server.ts';
import { remixHandler } from '../http/pages/remix-handler.server.ts';
import { addressOf } from '../http/security/address.server.ts';
import { admission } from '../http/security/admission.server.ts';
import { gates, hasOneHost, setHeaders } from '../http/security/gates.server.ts';
import { policyOf } from '../http/security/policy.server.ts';
import { limitRequests } from '../http/security/request-limit.server.ts';
import { pageVariant } from '../http/security/visitor.server.ts';
import { answerError, Overload, RequestTimeout } from '../http/telemetry/error-answer.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { mayReadMetrics, metricsText, metricsType, registry } from '../http/telemetry/metrics.server.ts';
import { outageOf, retryAfterSeconds } from '../http/telemetry/outage.server.ts';
import { needPort, portError } from '../http/telemetry/port.server.ts';
import { watchRequests } from '../http/telemetry/watch.server.ts';
import { sweepTemp } from '../http/uploads/multipart.server.ts';
import { isPlainGet } from '../http/uploads/unread-body.server.ts';
import { isSignedFor } from '../media/addresses.server.ts';
import { mediaHandler } from '../media/serve.server.ts';
import type { Viewer } from '../scope.ts';
import { openAdapters } from './adapters.server.ts';
import { freeMemory } from './free-memory.server.ts';
import { hearLibraryChanges } from './library-changes.server.ts';
import { startMovingMedia, startSweepingPieces, warnWithoutFfmpeg } from './media.server.ts';
import { makeScopes } from './scopes.server.ts';
import { readSettings } from './settings.server.ts';
import { isRestart, isWebProcess, reportReady, supervisorId } from './supervised.server.ts';
import { noteWatching } from './watching.server.ts';

/** Opens everything that lives as long as the process. `routes` are the addresses as Remix built them. */
export async function createApp(routes: Context['routes']) {
  const env = readSettings();
  if (!isRestart) await needPort(env.port, env.host);
  const adapters = await openAdapters(env);
  const { url, orm, em, now, systemContext, payments, media, stores, tempDir } = adapters;
  await sweepTemp(tempDir);
  const { cookies, views, progress, scopeOf, openScope, noteWrite, countCachedView, forgetLibrary } =
    makeScopes(env, adapters, routes);

  if (env.seedDemo) {
    const visitor = {
      dayKey: 'demo',
      address: '',
      isBot: true,
      savesData: false,
      timeZone: null,
      deviceTokens: [],
    };
    const member = (viewer: Viewer) => ({ ...scopeOf(viewer, visitor), viewer });
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    await seedDemo({ systemContext, member, sandbox: payments.sandbox, media, tempDir, say });
  }

  const flushViews = (at = now().getTime()) =>
    Promise.all([views.flush(em()), progress.flush(em(), at)]).catch((error) =>
      log.warn({ error }, 'views and progress wait'),
    );
  const viewTimer = setInterval(() => flushViews(), 1_000);
  viewTimer.unref();
  // Web processes leave the warning and the moving of media to the site.
  if (!isWebProcess) warnWithoutFfmpeg();
  const worker = isWebProcess ? null : adapters.startWorker();
  const carrier = isWebProcess ? null : startMovingMedia(stores, em);
  const sweeper = isWebProcess ? null : startSweepingPieces(systemContext, tempDir);

  const ceiling = new RequestLimiter();
  const counting = {
    // Made only on demand, because few requests need one.
    get em() {
      return em();
    },
    now,
    rateScale: env.rateLimitScale,
  };
  const hasWebProcesses = supervisorId !== null && !isWebProcess && env.webConcurrency > 1;
  const placeOf = (request: IncomingMessage) => addressOf(request, env.trustProxy);

  const hasSharedCaches = env.purgeAddresses.length > 0;
  const pages = pageCache({
    variantOf: (request) => pageVariant(request, cookies),
    onHit: countCachedView,
    isAllowed: (request) => hasOneHost(request) && ceiling.passAtOnce(counting, placeOf(request)),
    now,
    onChange: forgetLibrary,
    hasSharedCaches,
  });
  const { purgeAddresses } = env;
  const changes = hearLibraryChanges({ ...adapters, purgeAddresses, forgetPages: pages.forgetPages });
  const files = fileCache({ isAllowed: hasOneHost });
  const [plainPolicy, overload] = [policyOf('', { hasStripe: false }), new Overload('Too much to do')];
  const { admit, ...admitting } = admission({
    addressOf: placeOf,
    isShared: pages.isShared,
    holdsChanges,
    refuse(request, response) {
      setHeaders(response, env, plainPolicy);
      answerError(overload, request, response);
    },
  });
  admitting.addTo(registry);

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
      const webSettings = { DATABASE_URL: url, SEED_DEMO: '0', WEB_CONCURRENCY: '1' };
      const embeddedIn = env.databaseUrl ? null : env.dataDir;
      reportReady(
        { greeting: greeting(env.origin, env.seedDemo), webProcesses, webSettings, embeddedIn },
        stop,
      );
    },
    gates: gates(env),
    openScope,
    handlerFor: (build: ServerBuild) =>
      leafDispatch(build, (part) => remixHandler(part, openScope, noteWrite)),
    compressTexts,
    pages,
    files,
    /** Answers from memory what is kept for visitors, before anything else happens with the request. Such answers are
     *  counted, but have no log line and no time limit (ADR-021). */
    serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isPlainGet(request)) return false;
      return pages.serveFromCache(request, response) || files.serveFromCache(request, response);
    },
    admit,
    ceiling: limitRequests((request) => ceiling.pass(counting, placeOf(request))),
    serveMedia: mediaHandler(
      async (asked, request, response) => {
        const { scope } = await openScope(request);
        const viewerId = scope.viewer ? String(scope.viewer.id) : null;
        const isSigned = isSignedFor(env.sessionSecret, { ...asked, viewerId, now: now() });
        const file = await mayServe(scope, { ...asked, isSigned });
        if (file && !file.downloadName) noteWatching(scope, asked, response);
        // Whole videos would fill a cache.
        const isShared = file?.isPublic && !scope.viewer && file.mime.startsWith('image/');
        if (hasSharedCaches && isShared && typeof file.from === 'string')
          response.setHeaders(new Headers(sharedHeaders(sharedMediaCaching, [`media-${asked.key}`])));
        return file;
      },
      (error) => log.error({ error }, 'media'),
      (error) => outageOf(error) && retryAfterSeconds,
    ),
    watch: watchRequests({
      logsAll: env.isProduction,
      onLate: (request, response) => answerError(new RequestTimeout(), request, response),
    }),
    answerError,
    metrics: async (request: IncomingMessage) =>
      mayReadMetrics(request, env.metricsToken) ? { type: metricsType, text: await metricsText(orm) } : null,
    portError,
    freeMemory,
    greeting: () => greeting(env.origin, env.seedDemo),
    isReady: async () => (await orm.isConnected()) && (await isMigrated(orm)),
    async close() {
      clearInterval(viewTimer);
      admitting.close();
      await flushViews(Number.POSITIVE_INFINITY);
      carrier?.stop();
      sweeper?.stop();
      await worker?.stop();
      await changes.close();
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

export type App = Awaited<ReturnType<typeof createApp>>;
