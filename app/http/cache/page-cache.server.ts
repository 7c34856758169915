import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type NodeRequest, pathOf, queryOf } from '../node-request.ts';
import { beforeAnswer } from './before-answer.ts';
import { compressed, type Encoding, encodingOf } from './encoding.server.ts';
import { isKnownTag } from './known-tag.ts';
import type { LibraryChange } from './library-change.ts';
import { keysOf } from './page-keys.ts';
import { markShared } from './shared-caches.ts';
import { collect, sendWhole, withEncoding } from './whole-answer.server.ts';
import { sendWireResponse, type WireResponse, wireResponse } from './wire-response.server.ts';

type Render = (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void) => void;

interface CachedPage {
  until: number;
  body: Buffer;
  etag: string;
  headers: Record<string, string | string[]>;
  /** By which changes find it (`keysOf`). */
  keys: string[];
  encoded: Map<Encoding, Promise<Buffer>>;
  /** The complete answers by encoding, with all headers that later handlers added. */
  wireResponses: Map<string, WireResponse>;
}

interface Options {
  /** The key of a page besides its address; null for a viewer with pages of their own. */
  variantOf: (request: NodeRequest) => string | null;
  /** Whether the cache may answer before other handlers check the request. */
  isAllowed: (request: NodeRequest) => boolean;
  /** Called for each page from the cache, so that views are counted. */
  onHit: (request: NodeRequest) => void;
  now: () => Date;
  /** Called for each request that may have changed something, before it is answered. */
  onChange?: () => void;
  /** Whether caches in front of the site may keep these pages, too (ADR-082). */
  hasSharedCaches?: boolean;
  cachedMs?: number;
  most?: number;
  /** Of the pages; their compressed forms take less than another half. */
  mostBytes?: number;
}

/** Pages that are the same for all visitors. The search and the ways of the map are left out: they have a rate limit, and
 *  there are too many of them to keep. */
export const cacheablePaths =
  /^\/(map(?!\/way$)(\/(p\/|t\/)?[\w-]{1,220})?|discover|creators(\/\w{1,30})?|content\/\d{1,10}|subscriptions|help-center|community-guidelines|privacy-policy|terms-of-service)?$/;
const longest = 300;
/** A change by a request to this process; which pages it concerns is heard later. */
const anything = '';
/** Milliseconds to wait for another request's render, which may hang. */
const sharedWaitMs = 1_000;
/** So long after its time a page is still sent while one request renders it anew: on a busy machine that takes long. */
const staleMs = 3_000;

/** Keeps visitors' pages for `cachedMs`, with one render for parallel requests (ADR-021). A change in this process
 *  empties the cache; of what other processes changed, `invalidate` drops the pages. */
export function pageCache({
  variantOf,
  isAllowed,
  onHit,
  now,
  onChange = () => {},
  hasSharedCaches = false,
  cachedMs = 5_000,
  most = 200,
  mostBytes = 24_000_000,
}: Options) {
  const cached = new Map<string, CachedPage>();
  const rendering = new Map<string, Promise<CachedPage | null>>();
  /** For each page that is being rendered, what changed since it began. */
  const changedDuring = new Set<Set<string>>();
  let bytes = 0;

  function keyOf(request: NodeRequest): string | null {
    const url = request.originalUrl ?? request.url ?? '';
    if (request.method !== 'GET' || url.length > longest || !cacheablePaths.test(pathOf(request)))
      return null;
    const query = queryOf(request);
    if (/(^|&)(search|_data)=/i.test(query) || query.includes('%')) return null;
    const variant = variantOf(request);
    return variant === null ? null : `${variant} ${url}`;
  }

  function keep(key: string, page: CachedPage) {
    drop(key);
    cached.set(key, page);
    bytes += page.body.length;
    for (const oldest of cached.keys()) {
      if (cached.size <= most && bytes <= mostBytes) break;
      drop(oldest);
    }
  }

  /** Until its time; after it only while a new one is being made. */
  function mayBeSent(key: string, { until }: CachedPage): boolean {
    const late = now().getTime() - until;
    return late < 0 || (late < staleMs && rendering.has(key));
  }

  function drop(key: string) {
    bytes -= cached.get(key)?.body.length ?? 0;
    cached.delete(key);
  }

  function clear() {
    for (const changed of changedDuring) changed.add(anything);
    bytes = 0;
    cached.clear();
    rendering.clear();
    onChange();
  }

  return {
    clear,
    /** Drops the pages that a change of any process concerns, also those that are being rendered. */
    invalidate({ keys, gone }: Pick<LibraryChange, 'keys' | 'gone'>) {
      const moved = [...keys, ...gone];
      if (moved.length === 0) return;
      for (const changed of changedDuring) for (const key of moved) changed.add(key);
      for (const [at, page] of cached) if (page.keys.some((key) => moved.includes(key))) drop(at);
      // Requests after the change must not get what was begun before it.
      rendering.clear();
    },
    /** Whether the answer will be kept for others. */
    isShared: (request: NodeRequest) => keyOf(request) !== null,
    /** Answers a GET with a complete cached page, if there is one; other handlers would only add the same headers. Only
     *  addresses that `keyOf` allows are cached, so they need no other check.
     *  @returns whether there is one */
    serveFromCache(request: NodeRequest, response: ServerResponse): boolean {
      const variant = cached.size === 0 ? null : variantOf(request);
      const key = `${variant} ${request.url}`;
      const page = variant === null ? undefined : cached.get(key);
      const wire = page?.wireResponses.get(encodingOf(request));
      if (!page || !wire || !mayBeSent(key, page) || !isAllowed(request)) return false;
      onHit(request);
      sendWireResponse(request, response, wire);
      return true;
    },
    middleware:
      (render: Render) =>
      async (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') beforeAnswer(response, clear);
        const key = keyOf(request);
        if (!key) return next();
        const found = cached.get(key);
        const page = found && mayBeSent(key, found) ? found : await withTimeout(rendering.get(key));
        if (page) {
          onHit(request);
          return answer(request, response, page);
        }
        const changed = new Set<string>();
        changedDuring.add(changed);
        const work = renderWhole(request, response, render, next).then((made) => {
          if (!made) return null;
          const page = { ...made, until: now().getTime() + cachedMs };
          // A change during the render may be missing in the page.
          const isCurrent = !page.keys.some((each) => changed.has(each));
          if (hasSharedCaches && isCurrent) markShared(page, pathOf(request));
          if (isCurrent && !changed.has(anything)) keep(key, page);
          void answer(request, response, page);
          return page;
        });
        const shared = work.catch(() => null);
        rendering.set(key, shared);
        await work.catch(next);
        changedDuring.delete(changed);
        if (rendering.get(key) === shared) rendering.delete(key);
      },
  };
}

function withTimeout(made: Promise<CachedPage | null> | undefined): Promise<CachedPage | null> | null {
  if (!made) return null;
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<null>((done) => {
    timer = setTimeout(done, sharedWaitMs, null);
  });
  return Promise.race([made, timedOut]).finally(() => clearTimeout(timer));
}

function renderWhole(
  request: NodeRequest,
  response: ServerResponse,
  render: Render,
  next: (error?: unknown) => void,
) {
  return new Promise<Omit<CachedPage, 'until'> | null>((done) => {
    const restore = collect(response, (body) => {
      const headers = headersToKeep(response);
      if (headers) {
        const keys = keysOf(pathOf(request), body.toString());
        const etag = `W/"${hashOf(body)}"`;
        done({ body, headers, etag, keys, encoded: new Map(), wireResponses: new Map() });
      } else {
        void sendWhole(request, response, body).finally(() => done(null));
      }
    });
    response.once('close', () => done(null));
    render(request, response, (error) => {
      restore();
      done(null);
      next(error);
    });
  });
}

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22);

function headersToKeep(response: ServerResponse): CachedPage['headers'] | null {
  const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String);
  const isHtml = String(response.getHeader('content-type')).startsWith('text/html');
  // The first page of a visit sets a cookie that is the same for all visitors.
  const isForAll =
    cookies.length === 0 ? response.getHeader('cache-control') === 'no-cache' : isMark(cookies);
  if (response.statusCode !== 200 || !isHtml || !isForAll) return null;
  const headers: CachedPage['headers'] = {};
  for (const name of ['content-type', 'cache-control', 'vary', 'set-cookie', 'link', 'refresh']) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = typeof value === 'number' ? String(value) : value;
  }
  return headers;
}
const isMark = (cookies: string[]) => cookies.length === 1 && (cookies[0] ?? '').startsWith('visit=1;');

async function answer(request: NodeRequest, response: ServerResponse, page: CachedPage) {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  response.setHeader('Vary', withEncoding(page.headers.vary));
  if (isForBrowsers(page)) response.setHeader('ETag', page.etag);
  const encoding = encodingOf(request);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const body = encoding ? await encodedAs(encoding, page) : page.body;
  response.setHeader('Content-Length', body.length);
  // Also when everyone asks whether their copy is current: later answers come from it, with and without the body.
  page.wireResponses.set(encoding, wireResponse(pathOf(request), response.getHeaders(), body));
  if (!isKnown(request, page)) return void response.end(body);
  for (const name of ['Content-Type', 'Content-Encoding', 'Content-Length']) response.removeHeader(name);
  response.statusCode = 304;
  response.end();
}

const isForBrowsers = ({ headers }: CachedPage) => headers['cache-control'] === 'no-cache';

const isKnown = ({ headers }: NodeRequest, { etag }: CachedPage) =>
  isKnownTag(headers['if-none-match'], etag);

function encodedAs(encoding: Encoding, { encoded, body }: CachedPage): Promise<Buffer> {
  const found = encoded.get(encoding);
  if (found) return found;
  const made = compressed(encoding, body);
  encoded.set(encoding, made);
  return made;
}
