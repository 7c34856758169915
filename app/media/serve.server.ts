import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import send from 'send';
import { type Elsewhere, isMediaKey, isVariant, type Variant } from './media.ts';
import { StoreTrouble } from './store-trouble.ts';

export interface ServedFile {
  /** Its place on this machine, or the ways to it at a service. */
  from: string | Elsewhere;
  mime: string;
  /** Free for everybody: browsers and proxies may keep it for ever. */
  isPublic: boolean;
  /** Offers the file as a download under this name instead of showing it. */
  downloadName?: string;
}

/** The gate: finds the file of a media address for whoever asks, or null when there is none for them. */
export type Decide = (
  asked: { key: string; variant: Variant; query: URLSearchParams },
  request: IncomingMessage,
) => Promise<ServedFile | null>;

/** Handles `/media/<key>/<variant>`; mount it before the pages. What the gate refuses, what does not exist and
 *  what is no media address all get the same empty 404. Errors of the gate go to `onError` and answer 500. */
export function mediaHandler(decide: Decide, onError: (error: unknown) => void) {
  return async (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return answerEmpty(response, 405);
    }
    const [path = '', query = ''] = (request.originalUrl ?? request.url ?? '').split('?', 2);
    const [, , key, variant, ...rest] = path.split('/');
    if (!isMediaKey(key) || !isVariant(variant) || rest.length > 0) return answerEmpty(response, 404);
    try {
      const file = await decide({ key, variant, query: new URLSearchParams(query) }, request);
      if (!file) answerEmpty(response, 404);
      else if (typeof file.from === 'string') serveFile(request, response, file, file.from);
      else if (file.isPublic && !file.downloadName) redirect(response, file.from.lasting);
      else await passOn(request, response, file, file.from);
    } catch (error) {
      onError(error);
      if (response.headersSent) return void response.destroy();
      if (error instanceof StoreTrouble) response.setHeader('Retry-After', '30');
      answerEmpty(response, error instanceof StoreTrouble ? 503 : 500);
    }
  };
}

/** Sends a file that the gate has let through, with ranges, HEAD and validators. */
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

/** What is for everybody comes from the service itself. The answer is short-lived, so that what stops being for
 *  everybody is asked for here again soon. */
function redirect(response: ServerResponse, address: string) {
  setHeaders(response, false);
  response.setHeader('Cache-Control', 'public, max-age=300');
  response.setHeader('Location', address);
  response.setHeader('Content-Length', '0');
  response.statusCode = 302;
  response.end();
}

/** Hands on the bytes of a service: its address opens for ever, so whoever may lose the right never sees it. */
async function passOn(request: IncomingMessage, response: ServerResponse, file: ServedFile, from: Elsewhere) {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const passing = await from.open({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    range: request.headers.range ?? null,
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
  if (!passing.body || request.method === 'HEAD') return void response.end();
  await pipeline(Readable.fromWeb(passing.body as never), response).catch((error: unknown) => {
    // People leave films before their end.
    if (!left.signal.aborted) throw error;
  });
}

function setDescription(response: ServerResponse, { isPublic, mime, downloadName }: ServedFile) {
  setHeaders(response, isPublic);
  response.setHeader('Content-Type', mime);
  response.setHeader('Content-Disposition', disposition(downloadName));
}

/** No body and nothing that describes a real file: a locked one looks like one that never was. */
function answerEmpty(response: ServerResponse, status: number) {
  for (const name of ['ETag', 'Last-Modified', 'Content-Type', 'Content-Disposition', 'Accept-Ranges'])
    response.removeHeader(name);
  if (status !== 416) response.removeHeader('Content-Range');
  setHeaders(response, false);
  response.setHeader('Content-Length', '0');
  response.statusCode = status;
  response.end();
}

function setHeaders(response: ServerResponse, isPublic: boolean) {
  response.setHeader('Cache-Control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

/** RFC 6266: a plain name for old clients and the real one in UTF-8. */
function disposition(downloadName?: string) {
  if (!downloadName) return 'inline';
  const plain = downloadName.replace(/[^\w.() -]/g, '_');
  const full = encodeURIComponent(downloadName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
