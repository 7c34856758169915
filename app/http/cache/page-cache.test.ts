import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cachedSite } from '../../../tests/support/site/cached-site.ts';

const { state, cache, ask, get, arrivals, holdRenders } = cachedSite();
// How long a request waits for the render of another one.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('a visitor’s page', () => {
  test('is rendered once for many who ask at once, and again when its time is over', async () => {
    const go = holdRenders();
    const waiting = Array.from({ length: 64 }, () => get());
    await arrivals(64);
    go();
    const bodies = new Set((await Promise.all(waiting)).map(({ text }) => text));
    expect([state.renders.length, bodies.size, state.looks.length]).toEqual([1, 1, 63]);
    state.at += 4_999;
    await get();
    expect(state.renders).toHaveLength(1);
    state.at += 2;
    await get();
    expect(state.renders).toHaveLength(2);
  });

  test('is sent for a while after its time, but only while one request renders it anew', async () => {
    expect((await get()).text).toContain('1 of');
    state.at += 5_001;
    const go = holdRenders();
    const first = get();
    await arrivals();
    expect(state.renders).toHaveLength(2);
    expect((await get()).text).toContain('1 of');
    expect((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    state.at += 3_000;
    const late = get();
    await arrivals();
    go();
    expect([(await first).text, (await late).text]).toEqual([
      expect.stringContaining('2 of'),
      expect.stringContaining('2 of'),
    ]);
    expect(state.renders).toHaveLength(2);
  });

  test('is sent from memory to those who ask whether theirs is current, if no one else asked', async () => {
    const { etag } = (await get()).headers as { etag: string };
    state.at += 5_001;
    // The same text has the same mark.
    state.renders = [];
    const known = { 'if-none-match': etag, 'accept-encoding': 'br' };
    expect((await get('/', known)).status).toBe(304);
    expect(state.fromMemory).toEqual([]);
    expect((await get('/', known)).status).toBe(304);
    expect((await get('/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    expect(state.fromMemory).toEqual(['/', '/']);
  });

  test('is not sent again to a browser that has it, and is compressed as the browser accepts', async () => {
    const first = await get();
    const { etag } = first.headers as { etag: string };
    const again = await get('/', { 'if-none-match': etag });
    expect([again.status, again.text, again.headers.etag, state.renders.length]).toEqual([304, '', etag, 1]);
    expect((await get('/', { 'if-none-match': 'W/"other"' })).status).toBe(200);
    const raw = async (accepted: string) => (await get('/', { 'accept-encoding': accepted })).bytes;
    expect(brotliDecompressSync(await raw('gzip, br')).toString()).toBe(first.text);
    expect(gunzipSync(await raw('gzip, br;q=0')).toString()).toBe(first.text);
    expect(String(await raw('identity'))).toBe(first.text);
    expect(state.renders).toHaveLength(1);
  });

  test('that is not cached is compressed like one that is', async () => {
    [state.status, state.headers] = [404, { ...state.headers, 'Cache-Control': 'private, no-store' }];
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
      const before = state.renders.length;
      await get(path, { cookie });
      await get(path, { cookie });
      expect([path, state.renders.length - before]).toEqual([path, 2]);
    }
    for (const path of [
      '/map',
      '/map/half-guard?with=kimura,frame',
      '/map/p/12-half-guard?as=top',
      '/map/t/7-sweep',
    ]) {
      const before = state.renders.length;
      await get(path);
      await get(path);
      expect([path, state.renders.length - before]).toEqual([path, 1]);
    }
    const before = state.renders.length;
    for (const cookie of ['theme=a', 'theme=b', 'theme=a', 'theme=b']) await get('/', { cookie });
    expect(state.renders.length - before).toBe(2);
  });

  test.each([
    ['an error', 500, {}],
    ['nothing to find', 404, {}],
    ['a private one', 200, { 'Cache-Control': 'private, no-store' }],
    ['one with a cookie', 200, { 'Set-Cookie': 'summa=secret; Path=/' }],
    ['one with a mark and a cookie', 200, { 'Set-Cookie': ['visit=1; Path=/', 'summa=secret; Path=/'] }],
    ['a picture', 200, { 'Content-Type': 'image/jpeg' }],
  ])('is never cached when it is %s', async (_what, code, more) => {
    state.status = code;
    state.headers = { ...state.headers, ...more };
    const [one, two] = [await get(), await get()];
    expect([one.status, two.status, state.renders.length]).toEqual([code, code, 2]);
    expect(two.text).toContain('2 of /');
  });

  test('that marks a visit is cached with its mark, and not in the browser', async () => {
    state.headers = {
      ...state.headers,
      'Cache-Control': 'private, no-store',
      'Set-Cookie': 'visit=1; Path=/',
    };
    await get();
    const second = await get();
    expect([state.renders.length, second.headers.etag, second.headers['cache-control']]).toEqual([
      1,
      undefined,
      'private, no-store',
    ]);
    expect(second.headers['set-cookie']).toEqual(['visit=1; Path=/']);
  });

  test('does not make others wait when its render hangs', async () => {
    const go = holdRenders();
    const hanging = get();
    await arrivals();
    state.hold = Promise.resolve();
    const other = get();
    await arrivals();
    vi.advanceTimersByTime(999);
    expect(state.renders).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect((await other).text).toContain('2 of /');
    go();
    await hanging;
  });

  test('is answered before the router once it was sent, unchanged, and each answer is counted', async () => {
    const [first, second] = [await get(), await get()];
    expect(state.fromMemory).toEqual(['/']);
    expect(second.text).toBe(first.text);
    const without = ({ date: _date, 'x-request-id': _id, ...rest }: Record<string, unknown>) => rest;
    expect(without(second.headers)).toEqual(without(first.headers));
    expect(second.headers['x-request-id']).toMatch(/^[0-9a-z]{12}$/);
    const { etag = '' } = first.headers;
    const known = await get('/', { 'if-none-match': String(etag) });
    expect([known.status, known.text, known.headers['content-type']]).toEqual([304, '', undefined]);
    expect([known.headers.etag, known.headers['x-frame-options']]).toEqual([etag, 'DENY']);
    expect([state.fromMemory.length, state.looks.length, state.renders.length]).toEqual([2, 2, 1]);
  });

  test('goes through the router when it is closed, old, changed, compressed otherwise, or not asked for by GET', async () => {
    await get();
    state.isOpen = false;
    await get();
    state.isOpen = true;
    await get('/', { 'accept-encoding': 'br' });
    await ask('/', { method: 'HEAD' });
    await get('/', { cookie: 'summa=token' });
    state.at += 5_001;
    await get();
    cache.clear();
    await get();
    expect(state.fromMemory).toEqual([]);
  });
});
