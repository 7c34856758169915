import type { IncomingMessage } from 'node:http';
import type { Env } from '../env.server.ts';
import { secretBox } from '../features/accounts/secret-box.server.ts';
import { viewerOf } from '../features/accounts/sessions.server.ts';
import { countView, ViewCounter } from '../features/content/views.server.ts';
import { makeCookies } from '../http/cookies.server.ts';
import type { Context } from '../http/page.server.ts';
import type { Toast } from '../http/toast.ts';
import { isFirstOfVisit, visitorOf } from '../http/visitor.server.ts';
import { inTime } from '../payments/in-time.ts';
import type { Scope, Viewer, Visitor } from '../scope.ts';
import type { Adapters } from './adapters.server.ts';

/** Who asks, and what they carry to the pages and rules. @param routes every address with its file, as Remix built them */
export function makeScopes(env: Env, adapters: Adapters, routes: Context['routes']) {
  const { em, till, now, media, mail, outbox, tempDir } = adapters;
  const cookies = makeCookies({ secret: env.sessionSecret, secure: env.isProduction });
  const views = new ViewCounter();
  const box = secretBox(env.sessionSecret);

  const visitorBehind = (request: IncomingMessage, viewer: Viewer | null) =>
    visitorOf(request, viewer, { secret: env.sessionSecret, proxies: env.trustProxy, now: now() });

  const scopeOf = (viewer: Viewer | null, visitor: Visitor, mine = em()): Scope => ({
    ...{ em: mine, viewer, visitor, now, views, box, tempDir },
    ...{ media, payments: till.provider, sandbox: till.sandbox, mail, outbox, origin: env.origin },
    rateScale: env.rateLimitScale,
    quotaBytes: env.mediaQuotaBytes,
  });

  /** What one request carries; `context` of every loader and action. */
  async function openScope(request: IncomingMessage): Promise<Context> {
    const cookieHeader = request.headers.cookie ?? null;
    const token = cookieHeader ? await cookies.session.parse(cookieHeader) : null;
    const mine = em();
    const viewer =
      typeof token === 'string' && token
        ? await viewerOf(mine, token, now(), { adminsNeedFactor: env.isProduction })
        : null;
    const toast = cookieHeader ? ((await cookies.flash.parse(cookieHeader)) as Toast | null) : null;
    const theme = cookieHeader ? await cookies.theme.parse(cookieHeader) : null;
    return {
      scope: { ...scopeOf(viewer, visitorBehind(request, viewer), mine), payments: inTime(till.provider) },
      cookies,
      toast,
      theme: theme === 'light' || theme === 'dark' ? theme : null,
      showsSplash: isFirstOfVisit(request, cookieHeader),
      isSandbox: !env.stripe.secretKey,
      isProduction: env.isProduction,
      routes,
    };
  }

  /** Whoever is shown a kept page of an item has seen it like anybody else. */
  function countKeptLook(request: IncomingMessage & { originalUrl?: string }) {
    const id = /^\/content\/(\d+)/.exec(request.originalUrl ?? '')?.[1];
    if (!id || request.headers['sec-purpose']) return;
    const looker = { visitor: visitorBehind(request, null), views, viewer: null, now };
    countView(looker, { id: Number(id), creatorId: 0 });
  }

  return { cookies, views, scopeOf, openScope, countKeptLook };
}
