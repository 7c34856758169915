import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld } from '../support/site/live.ts';
import { type RouteAddress, routeAddresses } from '../support/site/route-addresses.ts';

const world = sharedWorld();
let member = '';
let item = 0;
beforeAll(async () => {
  member = await world.signIn(await world.person({ plan: 'vip' }));
  item = await world.item({ tier: 'vip', priceCents: 499, title: 'Secret sweep', hasPicture: true });
});

const pathsOf = (...groups: RouteAddress['group'][]) =>
  routeAddresses.filter(({ group }) => groups.includes(group)).map(({ path }) => path);
const guarded = pathsOf('members', 'admins');
const calls = pathsOf('api');

describe('data without its page', () => {
  test.each(['_data', '%5fdata', '_dat%61', '_data[]', 'x=1&_data'])(
    `?%s= shows nothing of ${guarded.length} guarded addresses, to visitors and members`,
    async (name) => {
      const received: string[] = [];
      for (const path of [...guarded, ...pathsOf('everyone'), ...calls]) {
        const real = path.replaceAll(/:\w+/g, String(item)).replace('*', 'x');
        for (const as of ['', member]) {
          const { status, headers } = await world.ask(`${real}?${name}=routes/admin`, { as });
          const isData = 'x-remix-response' in headers || 'x-remix-redirect' in headers;
          if (status >= 500 || isData) received.push(`${real}: ${status}`);
        }
      }
      expect(received).toEqual([]);
    },
    60_000,
  );

  test.each(['/__manifest', '/__manifest?p=/admin', '/_root.data', '/admin.data', '/content/1.data'])(
    '%s of newer Remix is not available',
    async (path) => expect((await world.ask(path, { as: member })).status).toBe(404),
  );
});

describe('methods', () => {
  test.each(['TRACE', 'OPTIONS', 'PROPFIND', 'PURGE', 'MOVE', 'SEARCH', 'LINK', 'M-SEARCH'])(
    '%s is refused',
    async (method) => {
      const answer = await world.ask('/', { method, as: member, headers: { 'x-secret': 'echo me' } });
      expect([405, 501]).toContain(answer.status);
      expect(answer.text).not.toContain('echo me');
    },
  );

  test('opening a button’s address leads back to the page with the button', async () => {
    const answer = await world.ask(`/content/${item}/like`, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.header('allow')]).toEqual([405, 'POST']);
    expect(answer.header('content-type')).toContain('text/html');
    expect(answer.text).toContain(`<a class="button" href="/content/${item}">`);
    for (const path of ['/logout', '/theme'])
      expect((await world.ask(path)).text).toContain('<a class="button" href="/">');
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s on pages is refused and does nothing', async (method) => {
    const before = await world.everything();
    for (const path of [
      '/',
      '/profile',
      `/content/${item}`,
      `/content/${item}/like`,
      '/logout',
      '/account/email',
    ]) {
      const headers = { origin: world.site.address, 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await world.ask(path, { method, as: member, headers, body: 'liked=1' });
      expect(answer.status).toBe(405);
      expect(answer.header('allow')).toBeTruthy();
    }
    expect(await world.everything()).toEqual(before);
  });

  test.each([
    ['?_method=DELETE', {}],
    ['?_method=POST', {}],
    ['', { 'x-http-method-override': 'DELETE' }],
    ['', { 'x-http-method': 'DELETE', 'x-method-override': 'POST' }],
  ])('a GET stays a GET: %s %j', async (query, headers) => {
    const before = await world.everything();
    for (const path of [
      `/api/content/${item}`,
      '/logout',
      `/content/${item}/like`,
      '/account/security/end-all',
    ]) {
      await world.ask(`${path}${query}`, { as: member, headers });
    }
    expect(await world.everything()).toEqual(before);
  });

  test('a form’s POST stays a POST', async () => {
    const answer = await world.post(
      `/api/content/${item}?_method=DELETE`,
      { _method: 'DELETE' },
      {
        as: member,
        headers: { 'x-http-method-override': 'DELETE' },
      },
    );
    expect([answer.status, answer.header('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
  });

  test('HEAD returns no more than GET, and runs no action', async () => {
    const head = await world.ask('/api/my-content', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([401, '']);
    const admin = await world.ask('/admin/log', { method: 'HEAD', as: member });
    expect(admin.status).toBe(303);
  });
});
