import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { pageCache } from '../../../app/http/cache/page-cache.server.ts';
import { arrivals } from './arrivals.ts';
import { ask } from './live.ts';

const freshState = () => ({
  /** The addresses of pages that were rendered, of cached answers that were counted, and of those sent before the
   *  router. */
  renders: [] as string[],
  looks: [] as string[],
  fromMemory: [] as string[],
  /** Milliseconds of the cache's clock. */
  at: 0,
  /** What a rendered page is answered with. */
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    Vary: 'Cookie',
  } as Record<string, string | string[]>,
  words: 300,
  /** A render waits for it. */
  hold: Promise.resolve() as Promise<void>,
  /** Keeps a POST open after its head and its first bytes were sent. */
  holdBody: Promise.resolve() as Promise<void>,
  /** Until the answer of the last POST has left. */
  posted: Promise.resolve() as Promise<unknown>,
  /** Whether pages may be sent before the router. */
  isOpen: true,
});

/** A page cache before a small server, whose state is fresh in each test of the file. */
export function cachedSite() {
  const state = freshState();
  const cache = pageCache({
    variantOf: (request) =>
      request.headers.cookie?.includes('summa=') ? null : (request.headers.cookie ?? ''),
    onHit: (request) => state.looks.push(request.url ?? ''),
    isAllowed: () => state.isOpen,
    now: () => new Date(state.at),
    most: 3,
    mostBytes: 10_000,
  });

  async function render(request: IncomingMessage, response: ServerResponse) {
    state.renders.push(request.url ?? '');
    const turn = state.renders.length;
    await state.hold;
    response.statusCode = state.status;
    for (const [name, value] of Object.entries(state.headers)) response.setHeader(name, value);
    response.write(`<p>${'page '.repeat(state.words)}`);
    if (request.method === 'POST') await state.holdBody;
    response.end(`${turn} of ${request.url}</p>`);
  }

  const server = createServer((request, response) => {
    if (request.method === 'POST') state.posted = once(response, 'close');
    if (request.method === 'GET' && cache.serveFromCache(request, response)) {
      return void state.fromMemory.push(request.url ?? '');
    }
    response.setHeader('X-Request-Id', `number ${request.url}`);
    response.setHeader('X-Frame-Options', 'DENY');
    const next = () => void render(request, response);
    void cache.middleware((asked, answer) => void render(asked, answer))(request, response, next);
  });
  beforeEach(async () => {
    Object.assign(state, freshState());
    cache.clear();
    if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => server.closeAllConnections());

  const address = (path: string) =>
    new URL(path, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    state,
    cache,
    address,
    ask: (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
      ask(address('/').origin, path, init),
    get: (path = '/', headers: Record<string, string> = {}) => ask(address('/').origin, path, { headers }),
    /** Until so many more requests have been handed to the cache. */
    arrivals: (count = 1) => arrivals(server, count),
    /** Makes renders wait until the function that it returns is called. */
    holdRenders() {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.hold = promise;
      return resolve;
    },
  };
}
