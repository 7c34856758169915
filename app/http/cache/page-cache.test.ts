import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask as askRaw } from '../../../tests/support/site/live.ts';
import { pageCache } from './page-cache.server.ts';

let renders: string[] = [];
let looks: string[] = [];
let at = 0;
let status = 200;
let headers: Record<string, string | string[]> = {};
let hold: Promise<void> = Promise.resolve();
/** Keeps a POST open after its head and its first bytes were sent. */
let holdBody: Promise<void> = Promise.resolve();
let posted: Promise<unknown> = Promise.resolve();
let cachedAnswer: string[] = [];
let isOpen = true;
let words = 300;
const cache = pageCache({
  variantOf: (request) =>
    request.headers.cookie?.includes('summa=') ? null : (request.headers.cookie ?? ''),
  onHit: (request) => looks.push(request.url ?? ''),
  isAllowed: () => isOpen,
  now: () => new Date(at),
  most: 3,
  mostBytes: 10_000,
});

async function render(request: IncomingMessage, response: ServerResponse) {
  renders.push(request.url ?? '');
  const turn = renders.length;
  await hold;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.write(`<p>${'page '.repeat(words)}`);
  if (request.method === 'POST') await holdBody;
  response.end(`${turn} of ${request.url}</p>`);
}

const server = createServer((request, response) => {
  if (request.method === 'POST') posted = once(response, 'close');
  if (request.method === 'GET' && cache.serveFromCache(request, response)) {
    return void cachedAnswer.push(request.url ?? '');
  }
  response.setHeader('X-Request-Id', `number ${request.url}`);
  response.setHeader('X-Frame-Options', 'DENY');
  const next = () => void render(request, response);
  void cache.middleware((asked, answer) => void render(asked, answer))(request, response, next);
});
let site = '';
beforeEach(async () => {
  [renders, looks, at, status] = [[], [], 0, 200];
  [hold, holdBody] = [Promise.resolve(), Promise.resolve()];
  [cachedAnswer, isOpen, words] = [[], true, 300];
  headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', Vary: 'Cookie' };
  cache.clear();
  if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.closeAllConnections());

const get = (path = '/', more: Record<string, string> = {}) => askRaw(site, path, { headers: more });

describe('a visitor’s page', () => {
  test('is rendered once for many who ask at once, and again when its time is over', async () => {
    let go = () => {};
    hold = new Promise((done) => {
      go = done;
    });
    const waiting = Array.from({ length: 64 }, () => get());
    await new Promise((done) => setTimeout(done, 200));
    go();
    const bodies = new Set((await Promise.all(waiting)).map(({ text }) => text));
    expect([renders.length, bodies.size, looks.length]).toEqual([1, 1, 63]);
    at += 4_999;
    await get();
    expect(renders).toHaveLength(1);
    at += 2;
    await get();
    expect(renders).toHaveLength(2);
  });

  test('is sent for a while after its time, but only while one request renders it anew', async () => {
    expect((await get()).text).toContain('1 of');
    at += 5_001;
    let go = () => {};
    hold = new Promise((done) => {
      go = done;
    });
    const first = get();
    await vi.waitFor(() => expect(renders).toHaveLength(2));
    expect((await get()).text).toContain('1 of');
    expect((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    at += 3_000;
    const late = get();
    await new Promise((done) => setTimeout(done, 50));
    go();
    expect([(await first).text, (await late).text]).toEqual([
      expect.stringContaining('2 of'),
      expect.stringContaining('2 of'),
    ]);
    expect(renders).toHaveLength(2);
  });

  test('is sent from memory to those who ask whether theirs is current, if no one else asked', async () => {
    const { etag } = (await get()).headers as { etag: string };
    at += 5_001;
    // The same text has the same mark.
    renders = [];
    const known = { 'if-none-match': etag, 'accept-encoding': 'br' };
    expect((await get('/', known)).status).toBe(304);
    expect(cachedAnswer).toEqual([]);
    expect((await get('/', known)).status).toBe(304);
    expect((await get('/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    expect(cachedAnswer).toEqual(['/', '/']);
  });

  test('is not sent again to a browser that has it, and is compressed as the browser accepts', async () => {
    const first = await get();
    const { etag } = first.headers as { etag: string };
    const again = await get('/', { 'if-none-match': etag });
    expect([again.status, again.text, again.headers.etag, renders.length]).toEqual([304, '', etag, 1]);
    expect((await get('/', { 'if-none-match': 'W/"other"' })).status).toBe(200);
    const raw = async (accepted: string) => (await get('/', { 'accept-encoding': accepted })).bytes;
    expect(brotliDecompressSync(await raw('gzip, br')).toString()).toBe(first.text);
    expect(gunzipSync(await raw('gzip, br;q=0')).toString()).toBe(first.text);
    expect(String(await raw('identity'))).toBe(first.text);
    expect(renders).toHaveLength(1);
  });

  test('that is not cached is compressed like one that is', async () => {
    [status, headers] = [404, { ...headers, 'Cache-Control': 'private, no-store' }];
    const bare = await get('/content/9', { 'accept-encoding': 'identity' });
    const tight = await get('/content/9', { 'accept-encoding': 'gzip, br' });
    expect([bare.headers['content-encoding'], tight.headers['content-encoding']]).toEqual([undefined, 'br']);
    expect(tight.headers.vary).toBe('Cookie, Accept-Encoding');
    expect(brotliDecompressSync(tight.bytes).toString()).toBe(bare.text.replace('1 of', '2 of'));
  });

  test('is separate for members, for searches, and for everything else by which it differs', async () => {
    for (const [path, cookie] of [
      ['/', 'summa=token'],
      ['/discover?search=guard', ''],
      ['/discover?_data=root', ''],
      ['/discover?a=%20', ''],
      [`/discover?a=${'a'.repeat(300)}`, ''],
      ['/library', ''],
      ['/map/way?from=1&to=2&as=top', ''],
      ['/map/missing/x/y', ''],
      ['/map/drawing/p1-0123456789.svg', ''],
    ] as const) {
      const before = renders.length;
      await get(path, { cookie });
      await get(path, { cookie });
      expect([path, renders.length - before]).toEqual([path, 2]);
    }
    for (const path of [
      '/map',
      '/map/half-guard?with=kimura,frame',
      '/map/p/12-half-guard?as=top',
      '/map/t/7-sweep',
    ]) {
      const before = renders.length;
      await get(path);
      await get(path);
      expect([path, renders.length - before]).toEqual([path, 1]);
    }
    const before = renders.length;
    for (const cookie of ['theme=a', 'theme=b', 'theme=a', 'theme=b']) await get('/', { cookie });
    expect(renders.length - before).toBe(2);
  });

  test('is dropped when something changes, also while it is being rendered', async () => {
    await get();
    await askRaw(site, '/content/1/like', { method: 'POST' });
    await get();
    expect(renders).toEqual(['/', '/content/1/like', '/']);
    cache.clear();
    let go = () => {};
    hold = new Promise((done) => {
      go = done;
    });
    const late = get('/discover');
    await new Promise((done) => setTimeout(done, 100));
    cache.clear();
    go();
    await late;
    await get('/discover');
    expect(renders.slice(3)).toEqual(['/discover', '/discover']);
  });

  test('that was begun before a change is not shown to requests after it', async () => {
    let go = () => {};
    hold = new Promise((done) => {
      go = done;
    });
    const before = get();
    await vi.waitFor(() => expect(renders).toHaveLength(1));
    cache.clear();
    const after = get();
    await vi.waitFor(() => expect(renders).toHaveLength(2));
    go();
    expect((await before).text).toContain('1 of /');
    expect((await after).text).toContain('2 of /');
  });

  test('is dropped when the head of a change’s answer is sent, and again when its whole answer is', async () => {
    await get();
    let go = () => {};
    holdBody = new Promise((done) => {
      go = done;
    });
    const address = new URL('/content/1/like', site);
    const changing = httpRequest(address, { method: 'POST', agent: false }).end();
    const [answer] = (await once(changing, 'response')) as [IncomingMessage];
    await get();
    expect(renders).toEqual(['/', '/content/1/like', '/']);
    await get();
    expect(renders).toHaveLength(3);
    go();
    answer.resume();
    await Promise.all([once(answer, 'end'), posted]);
    await get();
    expect(renders.slice(3)).toEqual(['/']);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('is dropped after a %s, and stays after a HEAD', async (method) => {
    await get();
    await askRaw(site, '/', { method: 'HEAD' });
    const before = renders.length;
    await get();
    expect(renders).toHaveLength(before);
    await askRaw(site, '/content/1', { method });
    await get();
    expect(renders.slice(before)).toEqual(['/content/1', '/']);
  });

  test.each([
    ['an error', 500, {}],
    ['nothing to find', 404, {}],
    ['a private one', 200, { 'Cache-Control': 'private, no-store' }],
    ['one with a cookie', 200, { 'Set-Cookie': 'summa=secret; Path=/' }],
    ['one with a mark and a cookie', 200, { 'Set-Cookie': ['visit=1; Path=/', 'summa=secret; Path=/'] }],
    ['a picture', 200, { 'Content-Type': 'image/jpeg' }],
  ])('is never cached when it is %s', async (_what, code, more) => {
    status = code;
    headers = { ...headers, ...more };
    const [one, two] = [await get(), await get()];
    expect([one.status, two.status, renders.length]).toEqual([code, code, 2]);
    expect(two.text).toContain('2 of /');
  });

  test('that marks a visit is cached with its mark, and not in the browser', async () => {
    headers = { ...headers, 'Cache-Control': 'private, no-store', 'Set-Cookie': 'visit=1; Path=/' };
    await get();
    const second = await get();
    expect([renders.length, second.headers.etag, second.headers['cache-control']]).toEqual([
      1,
      undefined,
      'private, no-store',
    ]);
    expect(second.headers['set-cookie']).toEqual(['visit=1; Path=/']);
  });

  test('does not make others wait when its render hangs', async () => {
    let go = () => {};
    hold = new Promise((done) => {
      go = done;
    });
    const hanging = get();
    await new Promise((done) => setTimeout(done, 50));
    hold = Promise.resolve();
    expect((await get()).text).toContain('2 of /');
    go();
    await hanging;
  });

  test('is answered before the router once it was sent, unchanged, and each answer is counted', async () => {
    const [first, second] = [await get(), await get()];
    expect(cachedAnswer).toEqual(['/']);
    expect(second.text).toBe(first.text);
    const without = ({ date: _date, 'x-request-id': _id, ...rest }: Record<string, unknown>) => rest;
    expect(without(second.headers)).toEqual(without(first.headers));
    expect(second.headers['x-request-id']).toMatch(/^[0-9a-z]{12}$/);
    const { etag = '' } = first.headers;
    const known = await get('/', { 'if-none-match': String(etag) });
    expect([known.status, known.text, known.headers['content-type']]).toEqual([304, '', undefined]);
    expect([known.headers.etag, known.headers['x-frame-options']]).toEqual([etag, 'DENY']);
    expect([cachedAnswer.length, looks.length, renders.length]).toEqual([2, 2, 1]);
  });

  test('goes through the router when it is closed, old, changed, compressed otherwise, or not asked for by GET', async () => {
    await get();
    isOpen = false;
    await get();
    isOpen = true;
    await get('/', { 'accept-encoding': 'br' });
    await askRaw(site, '/', { method: 'HEAD' });
    await get('/', { cookie: 'summa=token' });
    at += 5_001;
    await get();
    cache.clear();
    await get();
    expect(cachedAnswer).toEqual([]);
  });

  test('is dropped to make room for others', async () => {
    for (const path of ['/content/1', '/content/2', '/content/3', '/content/4', '/content/1'])
      await get(path);
    expect(renders).toHaveLength(5);
    await get('/content/4');
    expect(renders).toHaveLength(5);
  });

  test('is dropped when all together have too many bytes', async () => {
    words = 1_200;
    for (const path of ['/content/1', '/content/2', '/content/1', '/content/2', '/content/2'])
      await get(path);
    expect(renders).toHaveLength(4);
  });
});
