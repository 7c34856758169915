import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ask } from '../../../tests/support/site/live.ts';
import { readChange } from './library-change.ts';
import { cacheablePaths, pageCache } from './page-cache.server.ts';

/** What of visitors' pages other processes and the caches in front of the site are told. */
let renders: string[] = [];
let hold: Promise<void> = Promise.resolve();
let headers: Record<string, string | string[]> = {};
let shown = '';
const make = (hasSharedCaches: boolean) =>
  pageCache({
    variantOf: ({ headers: { cookie } }) => (cookie?.includes('summa=') ? null : ''),
    onHit: () => {},
    isAllowed: () => true,
    now: () => new Date(0),
    hasSharedCaches,
  });
let cache = make(true);

async function render(request: IncomingMessage, response: ServerResponse) {
  renders.push(request.url ?? '');
  const html = `<p>${renders.length}</p>${shown}`;
  await hold;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(html);
}
const server = createServer((request, response) => {
  if (request.method === 'GET' && cache.serveFromCache(request, response)) return;
  const next = () => void render(request, response);
  void cache.middleware((asked, answer) => void render(asked, answer))(request, response, next);
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
afterAll(() => server.closeAllConnections());
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(() => {
  [renders, hold, shown] = [[], Promise.resolve(), '<a href="/content/7">An item</a>'];
  headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', Vary: 'Cookie' };
  cache = make(true);
});
const get = (path: string, cookie = 'visit=1') => ask(site, path, { headers: { cookie } });
const marks = async (path: string, cookie?: string) => {
  const answer = await get(path, cookie);
  return [answer.headers['cdn-cache-control'], answer.headers['surrogate-key']];
};
const caching = 'max-age=5, stale-while-revalidate=60, stale-if-error=86400';

test('a page is marked for shared caches when it is rendered, from memory, as first of a visit, and as a 304', async () => {
  for (let turn = 0; turn < 3; turn += 1)
    expect(await marks('/discover')).toEqual([caching, 'all lists item-7']);
  const { etag } = (await get('/discover')).headers;
  const known = await ask(site, '/discover', {
    headers: { cookie: 'visit=1', 'if-none-match': String(etag) },
  });
  expect([known.status, known.headers['cdn-cache-control']]).toEqual([304, caching]);
  headers = { ...headers, 'Cache-Control': 'private, no-store', 'Set-Cookie': 'visit=1; Path=/' };
  expect(await marks('/creators')).toEqual([caching, 'all lists item-7']);
});

test('an item’s page tells browsers where its view is counted, beside its other links', async () => {
  headers.Link = '</a.css>; rel=preload; as=style';
  const view = '</content/7/view>; rel=preload; as=image';
  for (let turn = 0; turn < 3; turn += 1)
    expect((await get('/content/7')).headers.link).toBe(`</a.css>; rel=preload; as=style, ${view}`);
  expect((await get('/discover')).headers.link).toBe('</a.css>; rel=preload; as=style');
  cache = make(false);
  expect((await get('/content/7')).headers.link).toBe('</a.css>; rel=preload; as=style');
});

test('nothing else is marked: members, other cookies, private pages, other addresses, sites without the setting', async () => {
  expect(await marks('/discover', 'summa=token')).toEqual([undefined, undefined]);
  expect(await marks('/library')).toEqual([undefined, undefined]);
  expect(await marks('/discover?search=guard')).toEqual([undefined, undefined]);
  headers['Cache-Control'] = 'private, no-store';
  expect(await marks('/discover')).toEqual([undefined, undefined]);
  headers = { ...headers, 'Cache-Control': 'no-cache', 'Set-Cookie': ['visit=1; Path=/', 'flash=x'] };
  expect(await marks('/discover')).toEqual([undefined, undefined]);
  delete headers['Set-Cookie'];
  cache = make(false);
  for (let turn = 0; turn < 3; turn += 1) expect(await marks('/discover')).toEqual([undefined, undefined]);
});

test('a change of any process drops the pages that it concerns, and no others', async () => {
  const known = async () => {
    const before = renders.length;
    for (const path of ['/discover', '/content/7', '/help-center']) await get(path);
    return renders.slice(before);
  };
  await known();
  expect(await known()).toEqual([]);
  cache.invalidate(readChange('item-7'));
  expect(await known()).toEqual(['/discover', '/content/7', '/help-center']);
  shown = '';
  cache.invalidate(readChange('!all'));
  await known();
  cache.invalidate(readChange('lists'));
  expect(await known()).toEqual(['/discover']);
  cache.invalidate(readChange('!item-7'));
  expect(await known()).toEqual(['/content/7']);
  cache.invalidate(readChange('item-8'));
  cache.invalidate(readChange(''));
  expect(await known()).toEqual([]);
});

test('a page that changes while it is rendered is neither kept nor marked; another one is', async () => {
  let go = () => {};
  const held = () => {
    hold = new Promise((done) => {
      go = done;
    });
  };
  for (const [payload, isMarked, rendered] of [
    ['item-7', false, 2],
    ['item-8', true, 1],
    ['', true, 1],
  ] as const) {
    [renders, cache] = [[], make(true)];
    held();
    const asked = marks('/discover');
    await expect.poll(() => renders).toHaveLength(1);
    cache.invalidate(readChange(payload));
    go();
    expect([payload, (await asked)[0]]).toEqual([payload, isMarked ? caching : undefined]);
    await get('/discover');
    expect([payload, renders.length]).toEqual([payload, rendered]);
  }
});

test('a request of this process that may have changed something is no reason to mark less: its change will be heard', async () => {
  let go = () => {};
  hold = new Promise((done) => {
    go = done;
  });
  const asked = marks('/discover');
  await expect.poll(() => renders).toHaveLength(1);
  cache.clear();
  go();
  expect((await asked)[0]).toBe(caching);
  await get('/discover');
  expect(renders).toHaveLength(2);
});

test('the file for Varnish shares the same addresses', () => {
  const vcl = readFileSync('deploy/varnish/default.vcl', 'utf8');
  const own = cacheablePaths.source
    .replaceAll('\\/', '/')
    .replace('way$', 'way(\\?|$)')
    .replace(/\$$/, '(\\?|$)');
  expect(vcl).toContain(`req.url ~ "${own}"`);
  expect(vcl).toContain(`"visit=1; Path=/; HttpOnly; SameSite=Lax"`);
  expect(readFileSync('app/entry.server.tsx', 'utf8')).toContain(`'visit=1; Path=/; HttpOnly; SameSite=Lax'`);
});
