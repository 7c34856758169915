import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from '../db/kysely.server.ts';
import type { Em } from '../db/orm.server.ts';
import type { Env } from '../env.server.ts';
import { hashOf } from '../features/identity/accounts/tokens.server.ts';
import { keepZone, viewerFinder } from '../features/identity/sessions/sessions.server.ts';
import { countView, SeenToday, ViewCounter } from '../features/library/items/views.server.ts';
import { type FrameFacts, frameFactsOf } from '../features/site/frame/frame-facts.server.ts';
import { hearForgotten } from '../features/study/progress/forget-waiting.server.ts';
import { ProgressKeeper } from '../features/study/progress/progress-keeper.server.ts';
import type { NodeRequest } from '../http/node-request.ts';
import type { Context } from '../http/pages/page.server.ts';
import type { Toast } from '../http/pages/toast.ts';
import { addressOf } from '../http/security/address.server.ts';
import {
  cookieValues,
  deviceTokens,
  makeCookies,
  readCookie,
  themeOf,
} from '../http/security/cookies.server.ts';
import { isFirstOfVisit, visitorOf } from '../http/security/visitor.server.ts';
import { withTimeout } from '../payments/with-timeout.ts';
import type { Scope, Viewer, Visitor } from '../scope.ts';
import type { Adapters } from './adapters.server.ts';
import { mayReadRecent, openRecent } from './recent.server.ts';
import { replicaReads } from './replica-reads.server.ts';

const findFramedViewer = viewerFinder<FrameFacts | null>(frameFactsOf);
const findViewer = viewerFinder<FrameFacts | null>(() => sql<null>`null`);

export function makeScopes(env: Env, adapters: Adapters, routes: Context['routes']) {
  const { em, payments, now, media, mail, outbox, box, tempDir } = adapters;
  const cookies = makeCookies({ secret: env.sessionSecret, secure: env.isProduction });
  const views = new ViewCounter();
  const seen = new SeenToday();
  const progress = new ProgressKeeper();
  hearForgotten(adapters.listener, { progress, views });
  const recent = openRecent(adapters.listener);
  const reading = replicaReads(adapters.replicas, cookies);

  const visitorBehind = (request: IncomingMessage, viewer: Viewer | null) =>
    visitorOf(request, viewer, { secret: env.sessionSecret, proxies: env.trustProxy, now: now() });

  const scopeOf = (viewer: Viewer | null, visitor: Visitor, mine = em()): Scope => ({
    em: mine,
    viewer,
    visitor,
    now,
    views,
    progress,
    box,
    tempDir,
    media,
    payments: payments.provider,
    sandbox: payments.sandbox,
    mail,
    outbox,
    origin: env.origin,
    rateScale: env.rateLimitScale,
    quotaBytes: env.mediaQuotaBytes,
    recent: null,
  });

  const viewerBehind = (mine: Em, token: string, withFrame: boolean) => {
    const find = withFrame ? findFramedViewer : findViewer;
    return find(mine, token, now(), { adminsNeedFactor: env.isProduction });
  };

  /** @param response of a request that Remix answers */
  async function openScope(request: IncomingMessage, response?: ServerResponse): Promise<Context> {
    const sent = cookieValues(request.headers.cookie);
    const token = await readCookie(cookies.session, sent);
    const mine = em();
    const hasToken = typeof token === 'string' && token !== '';
    const onlyLooks = mayReadRecent(request);
    const read = (withFrame: boolean) => viewerBehind(mine, token as string, withFrame);
    const find = () =>
      onlyLooks ? recent.viewer(hashOf(token as string), () => read(true)) : read(showsFrame(request));
    const found = hasToken ? await find() : null;
    const viewer = found?.viewer ?? null;
    if (response && !onlyLooks) recent.forgetBefore(response, viewer);
    const toast = (await readCookie(cookies.flash, sent)) as Toast | null;
    const visitor = {
      ...visitorBehind(request, viewer),
      hasEndedSession: hasToken && !viewer,
      deviceTokens: await deviceTokens(cookies, sent),
    };
    if (viewer && !viewer.timeZone && visitor.timeZone) await keepZone(mine, viewer.id, visitor.timeZone);
    return {
      scope: {
        ...scopeOf(viewer, visitor, (await reading.emFor(request, sent)) ?? mine),
        payments: withTimeout(payments.provider),
        recent: onlyLooks ? recent.readsFor(viewer) : null,
      },
      frameFacts: found?.facts ?? null,
      cookies,
      toast,
      theme: themeOf(sent),
      showsSplash: isFirstOfVisit(request),
      isSandbox: !env.stripe.secretKey,
      isProduction: env.isProduction,
      routes,
    };
  }

  /** Counts a view of a cached page. Express sets `originalUrl`, plain node:http does not. */
  function countCachedView(request: NodeRequest) {
    const { headers, originalUrl, url = '' } = request;
    const id = /^\/content\/(\d+)/.exec(originalUrl ?? url)?.[1];
    // A visitor who closed the connection no longer has an address and has not seen the page.
    if (!id || headers['sec-purpose'] || !request.socket.remoteAddress) return;
    const view = { id, address: addressOf(request, env.trustProxy), agent: headers['user-agent'] ?? '' };
    if (!seen.add({ ...view, at: now() })) return;
    const scope = { visitor: visitorBehind(request, null), views, viewer: null, now };
    countView(scope, { id: Number(id), creatorId: 0 });
  }

  return {
    cookies,
    views,
    progress,
    scopeOf,
    openScope,
    noteWrite: reading.noteWrite,
    countCachedView,
    forgetLibrary: recent.forgetLibrary,
  };
}

/** A page that changes nothing, so that its frame can be read before it. */
const showsFrame = ({ method, originalUrl = '' }: NodeRequest) =>
  method === 'GET' && !/^\/(api|media)\//.test(originalUrl);
