import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import send from 'send';
import { type Elsewhere, isMediaKey, isVariant, type Variant } from './media.ts';
import { StoreError } from './store-error.ts';

export interface ServedFile {
  from: string | Elsewhere;
  mime: string;
  /** Public: browsers and shared caches may store it (`publicCaching`). */
  isPublic: boolean;
  downloadName?: string;
}

/** Finds the file of a media address for this viewer. Null when the viewer may not see it or it does not exist. */
export type Decide = (
  asked: { key: string; variant: Variant; query: URLSearchParams },
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<ServedFile | null>;

/** Handles `/media/<key>/<variant>`. Mount it before the pages. Refused, missing and malformed addresses all get the
 *  same empty 404.
 *  @param retryAfterOf seconds after which a retry may help (503); null if it will not (500) */
export function mediaHandler(
  decide: Decide,
  onError: (error: unknown) => void,
  retryAfterOf: (error: unknown) => number | null = () => null,
) {
  return async (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return answerEmpty(response, 405);
    }
    const [path = '', query = ''] = (request.originalUrl ?? request.url ?? '').split('?', 2);
    const [, , key, variant, ...rest] = path.split('/');
    if (!isMediaKey(key) || !isVariant(variant) || rest.length > 0) return answerEmpty(response, 404);
    try {
      const file = await decide({ key, variant, query: new URLSearchParams(query) }, request, response);
      if (!file) answerEmpty(response, 404);
      else if (typeof file.from === 'string') serveFile(request, response, file, file.from);
      else if (file.isPublic && !file.downloadName && file.from.lasting)
        redirect(response, file.from.lasting);
      else await passOn(request, response, file, file.from);
    } catch (error) {
      onError(error);
      const retryAfter = error instanceof StoreError ? 30 : retryAfterOf(error);
      if (response.headersSent) return void response.destroy();
      if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
      answerEmpty(response, retryAfter === null ? 500 : 503);
    }
  };
}

function serveFile(request: IncomingMessage, response: ServerResponse, file: ServedFile, path: string) {
  setDescription(response, file);
  send(request, `/${encodeURIComponent(basename(path))}`, {
    root: dirname(path),
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
  })
    .on('error', (error: Error & { status?: number; headers?: Record<string, string> }) => {
      if (response.headersSent) return void response.destroy();
      if (error.headers?.['Content-Range'])
        response.setHeader('Content-Range', error.headers['Content-Range']);
      answerEmpty(response, error.status ?? 500);
    })
    .pipe(response);
}

/** Redirects to the service for public media. The redirect is short-lived, so that the gate is soon asked again. */
function redirect(response: ServerResponse, address: string) {
  setHeaders(response, false);
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.setHeader('Location', address);
  response.setHeader('Content-Length', '0');
  response.statusCode = 302;
  response.end();
}

/** Passes a store's bytes on. A service's address never expires, so viewers of private media must not see it. */
async function passOn(request: IncomingMessage, response: ServerResponse, file: ServedFile, from: Elsewhere) {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const passing = await from.open({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    range: request.headers.range ?? null,
    ifRange: request.headers['if-range']?.toString() ?? null,
    ifNoneMatch: request.headers['if-none-match'] ?? null,
    signal: left.signal,
  });
  if (!passing || response.destroyed) return answerEmpty(response, 404);
  if (passing.status === 416) {
    await passing.body?.cancel();
    const range = passing.headers['content-range'];
    if (range) response.setHeader('Content-Range', range);
    return answerEmpty(response, 416);
  }
  setDescription(response, file);
  for (const [name, value] of Object.entries(passing.headers)) response.setHeader(name, value);
  response.statusCode = passing.status;
  if (passing.status === 304) response.removeHeader('Content-Type');
  if (!passing.body || request.method === 'HEAD') return void response.end();
  // Those of pipeline and of the request's watchers together are more than ten, which Node takes for a leak.
  response.setMaxListeners(20);
  let hasFailed = false;
  const source = Readable.fromWeb(passing.body as never).once('error', () => {
    hasFailed = !left.signal.aborted;
  });
  await pipeline(source, response).catch((error: unknown) => {
    // Viewers may leave before a video's end. A store that fails ends the response too, so its own error counts.
    if (hasFailed) throw error;
  });
}

function setDescription(response: ServerResponse, { isPublic, mime, downloadName }: ServedFile) {
  setHeaders(response, isPublic);
  response.setHeader('Content-Type', mime);
  response.setHeader('Content-Disposition', disposition(downloadName));
}

const ofFile = ['ETag', 'Last-Modified', 'Content-Type', 'Content-Disposition', 'Accept-Ranges'];
const ofSharedCaches = ['CDN-Cache-Control', 'Surrogate-Key'];

/** Without a body and headers of a file, so that a locked file looks like a missing one. */
function answerEmpty(response: ServerResponse, status: number) {
  for (const name of [...ofFile, ...ofSharedCaches]) response.removeHeader(name);
  if (status !== 416) response.removeHeader('Content-Range');
  setHeaders(response, false);
  response.setHeader('Content-Length', '0');
  response.statusCode = status;
  response.end();
}

const [minute, hour, day] = [60, 3_600, 86_400];

/** A public file may be taken down, sold or deleted under the same address (ADR-040). Shared caches ask again after
 *  five minutes. A browser, whose viewer has already seen it, asks after an hour, and may show its copy for a day
 *  while it asks. The answer is a 304 or the empty 404. */
const publicCaching = `public, max-age=${hour}, s-maxage=${5 * minute}, stale-while-revalidate=${day}`;

function setHeaders(response: ServerResponse, isPublic: boolean) {
  response.setHeader('Cache-Control', isPublic ? publicCaching : 'private, no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
function disposition(downloadName?: string) {
  if (!downloadName) return 'inline';
  const plain = downloadName.replace(/[^\w.() -]/g, '_');
  const full = encodeURIComponent(downloadName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
