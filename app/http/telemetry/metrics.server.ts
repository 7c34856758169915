import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Orm } from '../../db/orm.server.ts';
import { countJobs } from './count-jobs.sql.server.ts';
import { type AnswerTimes, RequestTimes } from './request-times.server.ts';

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new RequestTimes();
requests.addTo(registry);
const jobs = new Gauge({
  name: 'summa_jobs',
  help: 'Jobs that wait, and jobs that failed and will be tried again or have given up',
  labelNames: ['state'],
  registers: [registry],
});

/** All first words of the site's paths: others count as one, so that strangers cannot add metrics. */
const areas = new Set([
  ...[
    'auth',
    'discover',
    'welcome',
    'content',
    'creators',
    'subscriptions',
    'upload',
    'uploads',
    'studio',
    'profile',
    'account',
  ],
  ...[
    'checkout',
    'subscribe',
    'library',
    'lists',
    'history',
    'notebook',
    'comments',
    'admin',
    'api',
    'media',
    'assets',
    'dashboard',
    'sandbox',
    'emails',
    'report',
    'map',
  ],
  ...['messages', 'notifications', 'requests', 'help-center', 'community-guidelines', 'privacy-policy'],
  ...['terms-of-service', 'logout', 'theme', 'outbox', 'styleguide', 'feed.xml', 'sitemap.xml', 'robots.txt'],
]);

export function areaOf(path: string): string {
  const area = path.split('/')[1] ?? '';
  if (area === '') return 'home';
  return areas.has(area) ? area : 'other';
}

interface Answered {
  method: string;
  path: string;
  status: number;
  seconds: number;
}

export function countRequest({ method, path, status, seconds }: Answered) {
  requests.of({ method, area: areaOf(path), status }).add(seconds);
}

/** Where the answers of one path and status are counted, for callers that look it up once. */
export const timesOf = (path: string, status: number): AnswerTimes =>
  requests.of({ method: 'GET', area: areaOf(path), status });

/** All metrics for Prometheus; without a database only its own figures are missing. */
export async function metricsText(orm: Orm): Promise<string> {
  const counted = await countJobs(orm.em.fork()).catch(() => null);
  jobs.reset();
  for (const [state, number] of Object.entries(counted ?? {})) jobs.set({ state }, number);
  return registry.metrics();
}

export const metricsType = registry.contentType;

/** From this machine without a proxy, or with `Authorization: Bearer METRICS_TOKEN`. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  if (token && given.length === wanted.length && timingSafeEqual(given, wanted)) return true;
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
}
