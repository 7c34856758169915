import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../../env.server.ts';
import { deliveryOrigin } from '../../media/cloudinary-names.ts';
import { type NodeRequest, pathOf, queryOf } from '../node-request.ts';
import { policyOf } from './policy.server.ts';

type Next = (error?: unknown) => void;
type Gate = (request: NodeRequest, response: ServerResponse, next: Next) => void;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const allowedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const pageMethods = new Set(['GET', 'HEAD', 'POST']);

/** Webhooks carry a signature instead of an origin. */
export const webhookPaths: ReadonlySet<string> = new Set([
  '/api/stripe/webhook',
  '/api/cloudinary/notification',
]);

/** Where mail programs post from their own servers: the token in the address says what may be turned off (RFC 8058). */
const emailsOff = /^\/emails\/off\/[\w-]+$/;

/** The checks before Remix, in this order: origin, path, method. */
export function gates(env: Env): Gate {
  const hasStripe = Boolean(env.stripe.secretKey);
  const media = env.cloudinary ? deliveryOrigin(env.cloudinary) : undefined;
  return (request, response, next) => {
    // Remix would trust this header for its address and origin check, and no proxy of ours sends it.
    delete request.headers['x-forwarded-host'];
    const isForeign = !isOwnRequest(request, env);
    if (!isForeign) normalizeAdminPath(request);
    const path = pathOf(request);
    const query = queryOf(request);
    const policy = policyOf(path, { hasStripe, media });
    setHeaders(response, env, policy);
    if (isForeign)
      return refuse(response, path, 403, 'This request came from another site, so it was not carried out.');
    if (!isCanonical(path) || /%00/.test(query))
      return refuse(response, path, 400, 'This address is not written as it should be.');
    if (!hasOneHost(request)) return refuse(response, path, 400, 'The Host header is not valid.');
    if (!allowedMethods.has(request.method ?? '')) {
      response.setHeader('Allow', 'GET, HEAD, POST');
      return refuse(response, path, 405, 'Method Not Allowed');
    }
    // Remix's data requests would run a child loader without its page.
    if (asksForData(query)) return refuse(response, path, 404, 'Not found');
    // Remix would compare the Origin, checked above, with a Host that proxies change.
    delete request.headers.origin;
    if (env.hasFixedOrigin) request.headers.host = new URL(env.origin).host;
    next();
  };
}

/** Leads odd requests for admin pages to the guard of `/admin`, which answers all non-admins alike. */
function normalizeAdminPath(request: Parameters<Gate>[0]) {
  const path = pathOf(request);
  const query = queryOf(request);
  const isPlain = isCanonical(path) && !asksForData(query) && !/%00/.test(query);
  if ((isPlain && pageMethods.has(request.method ?? '')) || !/^\/+admin(\/|$)/i.test(decoded(path))) return;
  request.method = 'GET';
  request.url = '/admin';
  request.originalUrl = '/admin';
}

/** The path as a lenient reader takes it: letters decoded, backslashes as slashes, dots resolved. */
function decoded(path: string): string {
  try {
    const plain = decodeURIComponent(path).replaceAll('\\', '/').replace(/^\/+/, '/');
    return new URL(plain, 'http://own.invalid').pathname;
  } catch {
    return path;
  }
}

/** Only a query with this word or with encoded letters can have the name, so others need no parser. */
const asksForData = (query: string) => /_data|%/.test(query) && new URLSearchParams(`?${query}`).has('_data');

/** Nearly all paths: words of plain letters. */
const plain = /^(\/[\w-]+)*\/?$/;

/** One spelling per address, so that guards and router cannot read a path differently. */
function isCanonical(path: string): boolean {
  if (plain.test(path)) return path !== '';
  // The router's time grows with the square of the number of repeated slashes.
  if (!path.startsWith('/') || path.includes('//') || /[\\\0]|%2f|%5c|%2e|%00/i.test(path)) return false;
  try {
    if (new URL(path, 'http://own.invalid').pathname !== path) return false;
    return encodeURI(decodeURI(path)).toLowerCase() === path.toLowerCase();
  } catch {
    return false;
  }
}

/** With two Host headers a proxy may have read the other one. */
export function hasOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 && /^[\w.:[\]-]{1,255}$/.test(host);
}

/** Checks Sec-Fetch-Site where browsers send it, else the Origin. */
function isOwnRequest(request: Parameters<Gate>[0], env: Env): boolean {
  const path = pathOf(request);
  const isSigned = request.method === 'POST' && (webhookPaths.has(path) || emailsOff.test(path));
  if (safeMethods.has(request.method ?? '') || isSigned) return true;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (env.hasFixedOrigin) return origin === env.origin;
  return origin === `http://${request.headers.host}` || origin === env.origin;
}

export function setHeaders(response: ServerResponse, env: Env, policy: ReturnType<typeof policyOf>) {
  for (const [name, value] of Object.entries(safeHeaders(env, policy))) response.setHeader(name, value);
}

/** What tells browsers to be careful, for each answer. */
export function safeHeaders(env: Env, policy: ReturnType<typeof policyOf>): Record<string, string> {
  return {
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': policy.opener,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': policy.permissions,
    // Hot reload uses a port of its own, which the policy does not name.
    ...(!env.isDevelopment && { 'Content-Security-Policy': policy.content }),
    ...(env.isProduction &&
      env.origin.startsWith('https:') && {
        'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      }),
  };
}

function refuse(response: ServerResponse, path: string, status: number, message: string) {
  const isCall = path.startsWith('/api/');
  response.statusCode = status;
  response.setHeader('Content-Type', isCall ? 'application/json' : 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(isCall ? JSON.stringify({ message }) : `${message}\n`);
}
