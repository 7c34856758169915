import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../env.server.ts';
import { deliveryOrigin } from '../media/cloudinary-names.ts';
import { policyOf } from './policy.server.ts';

type Next = (error?: unknown) => void;
type Gate = (
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  next: Next,
) => void;

/** Methods that change nothing. */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** The verbs that forms and links have. */
const pageMethods = new Set(['GET', 'HEAD', 'POST']);

/** Provider calls carry their own signature instead of an origin. */
const signedElsewhere = new Set(['/api/stripe/webhook', '/api/cloudinary/notification']);

/** The gates that stand before Remix: origin, path, method. Order matters. */
export function gates(env: Env): Gate {
  return (request, response, next) => {
    // Remix trusts this header for its address and its own origin check; nobody here sends it honestly.
    delete request.headers['x-forwarded-host'];
    const isForeign = !isOwnRequest(request, env);
    if (!isForeign) knockAtAdmin(request);
    const path = (request.originalUrl ?? request.url ?? '/').split('?', 1)[0] ?? '/';
    const query = (request.originalUrl ?? request.url ?? '').slice(path.length);
    const policy = policyOf(path, {
      hasStripe: Boolean(env.stripe.secretKey),
      media: env.cloudinary ? deliveryOrigin(env.cloudinary) : undefined,
    });
    setHeaders(response, env, policy);
    if (isForeign)
      return refuse(response, path, 403, 'This request came from another site, so it was not carried out.');
    if (!isCanonical(path) || /%00/.test(query))
      return refuse(response, path, 400, 'This address is not written as it should be.');
    if (!hasOneHost(request)) return refuse(response, path, 400, 'The Host header is not valid.');
    if (!known.has(request.method ?? '')) {
      response.setHeader('Allow', 'GET, HEAD, POST');
      return refuse(response, path, 405, 'Method Not Allowed');
    }
    // Loaders answer documents only: the data address of Remix would run a child without its page.
    if (new URLSearchParams(query).has('_data')) return refuse(response, path, 404, 'Not found');
    // Remix compares the Origin, judged above, with a Host that proxies change: it shall not judge again.
    delete request.headers.origin;
    if (env.hasFixedOrigin) request.headers.host = new URL(env.origin).host;
    next();
  };
}

/**
 * Whoever asks for an admin page in a way it does not offer (an encoded path, a data request, another verb) is
 * taken to the front door of `/admin`, where its guard answers everybody in the same words (issue 5, decisions 19).
 */
function knockAtAdmin(request: Parameters<Gate>[0]) {
  const [path = '/', query = ''] = (request.originalUrl ?? request.url ?? '/').split('?', 2);
  const isPlain = isCanonical(path) && !new URLSearchParams(query).has('_data') && !/%00/.test(query);
  if ((isPlain && pageMethods.has(request.method ?? '')) || !/^\/+admin(\/|$)/i.test(decoded(path))) return;
  request.method = 'GET';
  request.url = '/admin';
  request.originalUrl = '/admin';
}

/** The path as a careless reader would take it: letters decoded, backslashes as slashes, dots resolved. */
function decoded(path: string): string {
  try {
    const plain = decodeURIComponent(path).replaceAll('\\', '/').replace(/^\/+/, '/');
    return new URL(plain, 'http://own.invalid').pathname;
  } catch {
    return path;
  }
}

/** One spelling per address: no encoded letters, dots or slashes that a guard and the router read differently. */
function isCanonical(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\0]|%2f|%5c|%2e|%00/i.test(path)) return false;
  try {
    if (new URL(path, 'http://own.invalid').pathname !== path) return false;
    return encodeURI(decodeURI(path)).toLowerCase() === path.toLowerCase();
  } catch {
    return false;
  }
}

/** Of two, a proxy before us may have read the other one. */
export function hasOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4);
  return /^[\w.:[\]-]{1,255}$/.test(host) && names.filter((name) => /^host$/i.test(name)).length === 1;
}

/** What browsers tell of themselves first, the Origin second */
function isOwnRequest(request: Parameters<Gate>[0], env: Env): boolean {
  const path = (request.originalUrl ?? request.url ?? '').split('?', 1)[0] ?? '';
  const isSigned = request.method === 'POST' && signedElsewhere.has(path);
  if (safe.has(request.method ?? '') || isSigned) return true;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (env.hasFixedOrigin) return origin === env.origin;
  return origin === `http://${request.headers.host}` || origin === env.origin;
}

function setHeaders(response: ServerResponse, env: Env, policy: ReturnType<typeof policyOf>) {
  const headers = {
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': policy.opener,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': policy.permissions,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // Hot reload talks to a port of its own, which no policy of ours should name.
  if (!env.isDevelopment) response.setHeader('Content-Security-Policy', policy.content);
  if (env.isProduction && env.origin.startsWith('https:')) {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
}

function refuse(response: ServerResponse, path: string, status: number, message: string) {
  const isCall = path.startsWith('/api/');
  response.statusCode = status;
  response.setHeader('Content-Type', isCall ? 'application/json' : 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(isCall ? JSON.stringify({ message }) : `${message}\n`);
}
