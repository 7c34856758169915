import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { compressed, type Encoding, encodingOf } from './encoding.server.ts';

type Asked = IncomingMessage & { originalUrl?: string };
type Render = (request: Asked, response: ServerResponse, next: (error?: unknown) => void) => void;

interface Kept {
  until: number;
  body: Buffer;
  etag: string;
  headers: Record<string, string | string[]>;
  encoded: Map<Encoding, Promise<Buffer>>;
  /** As it left: with everything that all who stand before the renderer added, by its encoding. */
  left: Map<string, Left>;
}

interface Left {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

interface Options {
  /** What makes two requests get the same page, besides the address; null for whoever gets a page of their own. */
  variantOf: (request: Asked) => string | null;
  /** Whether a request may be answered before anybody else has looked at it. */
  mayPass: (request: Asked) => boolean;
  /** Told of each page that was not rendered for whoever asked, so that looks are counted. */
  onKept: (request: Asked) => void;
  now: () => Date;
  keptMs?: number;
  most?: number;
}

/** The pages that are alike for everybody who is not signed in. A search is none: it has a limit to pass. */
const pages =
  /^\/(discover|creators(\/\w{1,30})?|content\/\d{1,10}|subscriptions|help-center|community-guidelines|privacy-policy|terms-of-service)?$/;
const longest = 300;
/** Whoever waits longer for a render of somebody else begins their own: that one may hang. */
const patienceMs = 1_000;

/**
 * Keeps visitors' pages for a moment: many who ask at once are answered by one render, compressed once, and who has
 * the page already is told so before anything is rendered. Whatever changes something in this process
 * empties it; what others change shows after `keptMs` (decision 021).
 */
export function pageCache({ variantOf, mayPass, onKept, now, keptMs = 5_000, most = 200 }: Options) {
  const kept = new Map<string, Kept>();
  const rendering = new Map<string, Promise<Kept | null>>();
  let changes = 0;

  function keyOf(request: Asked): string | null {
    const url = request.originalUrl ?? request.url ?? '';
    const [path = '', query = ''] = url.split('?', 2);
    if (request.method !== 'GET' || url.length > longest || !pages.test(path)) return null;
    if (/(^|&)(search|_data)=/i.test(query) || query.includes('%')) return null;
    const variant = variantOf(request);
    return variant === null ? null : `${variant} ${url}`;
  }

  function keep(key: string, page: Kept) {
    kept.delete(key);
    kept.set(key, page);
    if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
  }

  function forget() {
    changes += 1;
    kept.clear();
    rendering.clear();
  }

  return {
    forget,
    /**
     * Answers with a page that has left by the long way in the same form already, and says whether it did. What
     * stands between would only add the same headers again.
     */
    atDoor(request: Asked, response: ServerResponse): boolean {
      const key = keyOf(request);
      const page = key === null ? undefined : kept.get(key);
      const left = page?.left.get(encodingOf(request));
      if (!page || !left || page.until <= now().getTime() || !mayPass(request)) return false;
      onKept(request);
      if (isKnown(request, page)) {
        const { 'content-type': _type, 'content-encoding': _encoding, ...headers } = left.headers;
        response.writeHead(304, headers).end();
      } else {
        response.writeHead(200, { ...left.headers, 'content-length': left.body.length }).end(left.body);
      }
      return true;
    },
    /** Stands before `render` and answers instead of it where it can. */
    before:
      (render: Render) =>
      async (request: Asked, response: ServerResponse, next: (error?: unknown) => void) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') beforeAnswer(response, forget);
        const key = keyOf(request);
        if (!key) return next();
        const found = kept.get(key);
        const page = found && found.until > now().getTime() ? found : await soon(rendering.get(key));
        if (page) {
          onKept(request);
          return answer(request, response, page);
        }
        const began = changes;
        const work = renderWhole(request, response, render, next).then((made) => {
          if (!made) return null;
          const page = { ...made, until: now().getTime() + keptMs };
          // What changed while it was made may be missing in it.
          if (began === changes) keep(key, page);
          void answer(request, response, page);
          return page;
        });
        const shared = work.catch(() => null);
        rendering.set(key, shared);
        await work.catch(next);
        if (rendering.get(key) === shared) rendering.delete(key);
      },
  };
}

function soon(made: Promise<Kept | null> | undefined): Promise<Kept | null> | null {
  if (!made) return null;
  let timer: NodeJS.Timeout | undefined;
  const tired = new Promise<null>((done) => {
    timer = setTimeout(done, patienceMs, null);
  });
  return Promise.race([made, tired]).finally(() => clearTimeout(timer));
}

/** Whoever is answered may ask at once for what they changed. */
function beforeAnswer(response: ServerResponse, act: () => void) {
  const { writeHead } = response;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    act();
    return writeHead.apply(response, head);
  }) as typeof writeHead;
  response.once('close', act);
}

/** Lets the page be rendered into memory. Null when it is none to keep; it has been answered then. */
function renderWhole(
  request: Asked,
  response: ServerResponse,
  render: Render,
  next: (error?: unknown) => void,
) {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const take = (chunk: unknown, encoding: unknown) => {
    if (chunk && typeof chunk !== 'function') {
      chunks.push(
        Buffer.from(chunk as string, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      );
    }
  };
  return new Promise<Omit<Kept, 'until'> | null>((done) => {
    const restore = () => Object.assign(response, { write, end });
    response.write = ((chunk: unknown, encoding: unknown, called: unknown) => {
      take(chunk, encoding);
      const then = typeof encoding === 'function' ? encoding : called;
      if (typeof then === 'function') queueMicrotask(() => then());
      return true;
    }) as typeof write;
    response.end = ((chunk: unknown, encoding: unknown) => {
      take(chunk, encoding);
      restore();
      const body = Buffer.concat(chunks);
      const headers = headersToKeep(response);
      if (headers) {
        done({ body, headers, etag: `W/"${hashOf(body)}"`, encoded: new Map(), left: new Map() });
      } else {
        void endOnce(request, response, body).finally(() => done(null));
      }
      return response;
    }) as typeof end;
    response.once('close', () => done(null));
    render(request, response, (error) => {
      restore();
      done(null);
      next(error);
    });
  });
}

/** A page that is for this one alone, such as a 404: compressed like those that are kept. */
async function endOnce(request: Asked, response: ServerResponse, body: Buffer) {
  const isHtml = String(response.getHeader('content-type')).startsWith('text/html');
  const encoding = isHtml ? encodingOf(request) : '';
  const made = encoding ? await compressed(encoding, body).catch(() => null) : null;
  // Meanwhile somebody else may have answered, because this took too long.
  if (response.writableEnded || response.destroyed) return;
  if (!made || response.headersSent) return void response.end(body);
  response
    .setHeader('Content-Encoding', encoding)
    .setHeader('Vary', withEncoding(response.getHeader('vary')));
  response.end(made);
}

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 22);

/** What of the answer belongs to the page and not to the request; null when it is not for everybody. */
function headersToKeep(response: ServerResponse): Kept['headers'] | null {
  const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String);
  const isHtml = String(response.getHeader('content-type')).startsWith('text/html');
  // The first page of a visit marks it; the mark is the same for everybody.
  const isForAll =
    cookies.length === 0 ? response.getHeader('cache-control') === 'no-cache' : isMark(cookies);
  if (response.statusCode !== 200 || !isHtml || !isForAll) return null;
  const headers: Kept['headers'] = {};
  for (const name of ['content-type', 'cache-control', 'vary', 'set-cookie', 'link', 'refresh']) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = typeof value === 'number' ? String(value) : value;
  }
  return headers;
}
const isMark = (cookies: string[]) => cookies.length === 1 && (cookies[0] ?? '').startsWith('visit=1;');

async function answer(request: Asked, response: ServerResponse, page: Kept) {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  response.setHeader('Vary', withEncoding(page.headers.vary));
  if (isForBrowsers(page)) response.setHeader('ETag', page.etag);
  if (isKnown(request, page)) {
    response.removeHeader('Content-Type');
    response.statusCode = 304;
    return void response.end();
  }
  const encoding = encodingOf(request);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const body = encoding ? await encodedAs(encoding, page) : page.body;
  response.setHeader('Content-Length', body.length);
  response.end(body);
  const { 'x-request-id': _id, connection: _connection, ...headers } = response.getHeaders();
  page.left.set(encoding, { headers, body });
}

const withEncoding = (vary: unknown) => [vary ?? [], 'Accept-Encoding'].flat().join(', ');

const isForBrowsers = ({ headers }: Kept) => headers['cache-control'] === 'no-cache';

function isKnown({ headers }: Asked, page: Kept): boolean {
  const known = headers['if-none-match'];
  if (!known || !isForBrowsers(page)) return false;
  return known.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === page.etag.slice(2));
}

function encodedAs(encoding: Encoding, { encoded, body }: Kept): Promise<Buffer> {
  const found = encoded.get(encoding);
  if (found) return found;
  const made = compressed(encoding, body);
  encoded.set(encoding, made);
  return made;
}
