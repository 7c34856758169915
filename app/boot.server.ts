import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { payForDemo } from './db/demo/money.server.ts';
import { requestForDemo } from './db/demo/requests.server.ts';
import { demoAccounts, seedDemo } from './db/demo/seed.server.ts';
import { startEmbedded } from './db/embedded.server.ts';
import { type Em, isMigrated, openMigrated } from './db/orm.server.ts';
import { readEnv } from './env.server.ts';
import { secretBox } from './features/accounts/secret-box.server.ts';
import { viewerOf } from './features/accounts/sessions.server.ts';
import { countView, ViewCounter } from './features/content/views.server.ts';
import { Ceiling } from './features/limits/ceiling.server.ts';
import { mayServe } from './features/uploads/media-gate.server.ts';
import { isFork, startForks } from './forks.server.ts';
import { addressOf } from './http/address.server.ts';
import { underCeiling } from './http/ceiling.server.ts';
import { makeCookies } from './http/cookies.server.ts';
import { gates, hasOneHost } from './http/gates.server.ts';
import { log } from './http/log.server.ts';
import { mayReadMetrics, metricsText, metricsType } from './http/metrics.server.ts';
import { sweepTemp } from './http/multipart.server.ts';
import type { Context } from './http/page.server.ts';
import { pageCache } from './http/page-cache.server.ts';
import { needPort, portTrouble } from './http/port.server.ts';
import type { Toast } from './http/toast.ts';
import { answerTrouble, Late } from './http/trouble.server.ts';
import { isFirstOfVisit, pageVariant, visitorOf } from './http/visitor.server.ts';
import { watchRequests } from './http/watch.server.ts';
import { startWorker } from './jobs/worker.server.ts';
import { isSignedFor } from './media/addresses.server.ts';
import { mediaHandler } from './media/serve.server.ts';
import { inTime } from './payments/in-time.ts';
import { openPost } from './post.server.ts';
import type { HouseScope, Scope, Viewer, Visitor } from './scope.ts';
import { openStores, sayWhatFilmsNeed, startCarrying } from './stores.server.ts';
import { checkPaymentSettings, openTill } from './till.server.ts';

/**
 * Everything that lives as long as the process: opened once, closed once; server.ts holds the result.
 * @param routes every address with its file, as Remix built them
 */
export async function openHouse(routes: Context['routes']) {
  const env = readEnv();
  checkPaymentSettings(env);
  const { mail, outbox } = await openPost(env);
  if (!isFork) await needPort(env.port, env.host);
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
  const tempDir = join(env.dataDir, 'incoming');
  await sweepTemp(tempDir);
  const cookies = makeCookies({ secret: env.sessionSecret, secure: env.isProduction });
  const views = new ViewCounter();
  const ceiling = new Ceiling();
  const counting = {
    // Few requests come to need one.
    get em() {
      return orm.em.fork();
    },
    now,
    rateScale: env.rateLimitScale,
  };
  const box = secretBox(env.sessionSecret);
  const hashing = { secret: env.sessionSecret, proxies: env.trustProxy };
  const flushViews = () => views.flush(orm.em.fork()).catch((error) => log.warn({ error }, 'views wait'));
  const viewTimer = setInterval(flushViews, 1_000);
  viewTimer.unref();

  const scopeOf = (em: Em, viewer: Viewer | null, visitor: Visitor): Scope => {
    const { provider: payments, sandbox } = till;
    const post = { mail, outbox, origin };
    return {
      ...{ em, viewer, media, payments, sandbox, now, visitor, views, tempDir, box },
      ...post,
      rateScale: env.rateLimitScale,
      quotaBytes: env.mediaQuotaBytes,
    };
  };

  if (env.seedDemo) {
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const isNew = await seedDemo({ em: orm.em.fork(), media, tempDir, say });
    const { sandbox } = till;
    const visitor = { dayKey: 'demo', address: '', isBot: true };
    const member = (viewer: Viewer) => ({ ...scopeOf(orm.em.fork(), viewer, visitor), viewer });
    if (isNew && sandbox) {
      await payForDemo({ house, sandbox, member });
      await requestForDemo({ house, sandbox, member });
    }
  }

  // After the drawing, which leaves no moment for anything else.
  const converting = { media, tempDir };
  if (!isFork) sayWhatFilmsNeed();
  const worker = isFork ? null : startWorker({ url, house, sandbox: till.sandbox, carrying, converting });
  const carrier = isFork ? null : startCarrying({ carrying }, () => orm.em.fork());

  /** What one request carries; `context` of every loader and action. */
  async function openScope(request: IncomingMessage): Promise<Context> {
    const em = orm.em.fork();
    const cookieHeader = request.headers.cookie ?? null;
    const token = cookieHeader ? await cookies.session.parse(cookieHeader) : null;
    const adminsNeedFactor = env.isProduction;
    const viewer =
      typeof token === 'string' && token ? await viewerOf(em, token, now(), { adminsNeedFactor }) : null;
    const toast = cookieHeader ? ((await cookies.flash.parse(cookieHeader)) as Toast | null) : null;
    const visitor = visitorOf(request, viewer, { ...hashing, now: now() });
    const scope = { ...scopeOf(em, viewer, visitor), payments: inTime(till.provider) };
    const theme = cookieHeader ? await cookies.theme.parse(cookieHeader) : null;
    return {
      scope,
      cookies,
      toast,
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      showsSplash: isFirstOfVisit(request, cookieHeader),
      isSandbox: !env.stripe.secretKey,
      isProduction: env.isProduction,
      routes,
      nonce: randomBytes(16).toString('base64url'),
    };
  }

  /** Whoever is shown a kept page of an item has seen it like anybody else. */
  function countKeptLook(request: IncomingMessage & { originalUrl?: string }) {
    const id = /^\/content\/(\d+)/.exec(request.originalUrl ?? '')?.[1];
    if (!id || request.headers['sec-purpose']) return;
    const visitor = visitorOf(request, null, { ...hashing, now: now() });
    countView({ visitor, views, viewer: null, now }, { id: Number(id), creatorId: 0 });
  }

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
      mayPass: (request) =>
        hasOneHost(request) && ceiling.passAtOnce(counting, addressOf(request, env.trustProxy)),
      now,
    }),
    ceiling: underCeiling((request) => ceiling.pass(counting, addressOf(request, env.trustProxy))),
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
      await till.close();
      await orm.close(true);
      await embedded?.stop();
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
