import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld } from '../support/site/live.ts';

const world = sharedWorld();
const email = 'ann@example.com';
const password = 'a long enough one';
let member = '';
let item = 0;
beforeAll(async () => {
  const fields = {
    firstName: 'Ann',
    lastName: 'Lee',
    username: 'ann_lee',
    email,
    password,
    confirmPassword: password,
  };
  await world.ask('/api/register', { method: 'POST', json: fields });
  member = await world.signIn(await world.person({ plan: 'vip' }));
  item = await world.item({ tier: 'vip', priceCents: 499, title: 'Secret sweep', hasPicture: true });
});

/** What was sent to the member. */
async function letters() {
  const { text } = await world.ask('/outbox');
  const names = [...text.matchAll(/href="(\/outbox\/[^"]+)"/g)].map(([, path = '']) => path);
  const all = await Promise.all(names.map((path) => world.ask(path)));
  return all
    .map(({ text }) => text)
    .filter((text) => text.includes(email))
    .join('\n');
}

const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example/x',
  '/%09/evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%5cevil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http:evil.example',
  'evil.example',
  '/x\r\nSet-Cookie: a=b',
  '/x\nLocation: https://evil.example',
  '//user@evil.example/',
  'https:/\\evil.example',
  `/${'a'.repeat(3_000)}`,
];

describe('no redirect leads to another site', () => {
  test.each(elsewhere)('by `next` of the sign-in: %j', async (next) => {
    const path = `/auth?tab=sign-in&next=${encodeURIComponent(next)}`;
    const answer = await world.post(path, { email, password });
    if (answer.status === 400) return;
    expect(answer.status).toBe(303);
    const to = new URL(answer.header('location'), world.site.address);
    expect([to.origin, answer.headers['x-evil'], answer.header('set-cookie').includes('a=b')]).toEqual([
      world.site.address,
      undefined,
      false,
    ]);
    expect(answer.header('location')).not.toMatch(/^\/\//);
  });

  test.each(elsewhere)('by `back` of a button: %j', async (back) => {
    const answer = await world.post(`/content/${item}/like`, { liked: '1', back }, { as: member });
    expect(answer.status).toBe(303);
    expect(new URL(answer.header('location'), world.site.address).origin).toBe(world.site.address);
  });

  test.each(['https://evil.example/x', 'http://localhost.evil.example/', '//evil.example', 'nonsense'])(
    'by the Referer of a button: %s',
    async (referer) => {
      const answer = await world.post('/theme', { theme: 'dark' }, { headers: { referer } });
      expect(new URL(answer.header('location'), world.site.address).origin).toBe(world.site.address);
    },
  );
});

describe('a forged host', () => {
  test.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
    ['X-Host', { 'x-host': 'evil.example', 'x-forwarded-server': 'evil.example' }],
    ['X-Original-URL', { 'x-original-url': '/admin', 'x-rewrite-url': '/admin' }],
  ])('is ignored: %s', async (_name, headers) => {
    for (const path of ['/', '/discover', `/content/${item}`, '/sitemap.xml', '/feed.xml', '/robots.txt']) {
      const answer = await world.ask(path, { headers });
      expect(answer.text).not.toContain('evil.example');
      expect(answer.header('location')).not.toContain('evil.example');
    }
  });

  test('an email’s link uses the site’s own address', async () => {
    const headers = {
      host: 'evil.example',
      origin: 'http://evil.example',
      'x-forwarded-host': 'evil.example',
    };
    await world.post('/auth/forgot', { email }, { headers });
    const asked = await world.post(
      '/auth/forgot',
      { email },
      { headers: { 'x-forwarded-host': 'evil.example' } },
    );
    expect(asked.status).toBe(303);
    await world.settled();
    const found = await letters();
    expect(found).toContain('/auth/reset/');
    expect(found).not.toContain('evil.example');
  });

  test.each(['a b', 'evil.example/path', 'x@y', 'evil.example?', "'", '<script>'])(
    'is refused when it is invalid: %j',
    async (host) => {
      const answer = await world.ask('/', { headers: { host } });
      expect(answer.status).toBe(400);
    },
  );
});

describe('an address has one spelling', () => {
  test.each([
    '/%61dmin',
    '/admin/',
    '//admin',
    '///admin',
    '/./admin',
    '/x/../admin',
    '/x/%2e%2e/admin',
    '/%2e/admin',
    '/admin%2f',
    '/admin%2ffeatured',
    '/admin%5cfeatured',
    '/\\admin',
    '/admin\\featured',
    '/ADMIN',
    '/admin%00',
    '/admin%20',
    '/admin;x=1',
    '/admin.json',
    '/admin/featured/../creators',
    '/%c0%afadmin',
    '/%ff',
    '/%',
    '/%zz',
    '/admin%E2%80%8B',
    '/api/%61dmin/creators',
    '/api//admin/creators',
    '/api/admin/../admin/creators',
  ])('%s shows a member nothing of the admin pages', async (path) => {
    const answer = await world.ask(path, { as: member });
    expect([200, 303, 400, 403, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).not.toMatch(/Admin Dashboard|Total Creators/);
    if (answer.status === 303) expect(answer.header('location')).toMatch(/^\/$/);
    expect(answer.text).not.toMatch(/at \w+ \(|node_modules|\.ts:/);
  });

  test.each([
    '/content/0',
    '/content/-1',
    '/content/1e3',
    '/content/0x10',
    '/content/1.0',
    '/content/01',
    '/content/2147483648',
    '/content/99999999999999999999',
    '/content/NaN',
    '/content/null',
    '/content/1%20or%201=1',
    "/content/1'--",
    '/content/%F0%9F%A5%8B',
    '/content/1;drop%20table%20users',
    '/content/__proto__',
    '/content/constructor',
    '/creators/__proto__',
    '/creators/constructor',
    '/creators/%25',
    '/creators/_',
    '/creators/a%25',
    '/api/content/__proto__',
    '/api/content/9999999999',
    '/api/constructor',
    '/media/../session-secret',
    '/media/..%2fsession-secret',
    '/media/%2e%2e/session-secret',
    '/media/session-secret/video.mp4',
    `/media/${'a'.repeat(32)}/../../session-secret`,
    `/media/${'a'.repeat(32)}/..%5c..%5csession-secret`,
    `/media/${'A'.repeat(32)}/320.webp`,
    `/media/${'a'.repeat(32)}/320.webp%00.jpg`,
    `/media/${'a'.repeat(32)}/__proto__`,
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/../package.json',
    '/.env',
    '/.git/config',
    '/package.json',
    '/server.ts',
    '/build/server/index.js',
    '/var/session-secret',
    '/outbox/..%2f..%2fsession-secret',
    '/outbox/__proto__',
    '/sandbox/pay/__proto__',
    '/sandbox/pay/1',
  ])('%s is 404', async (path) => {
    const answer = await world.ask(path, { as: member });
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/node_modules|syntax error|at \w+ \(|"scripts"|summa-e2e|postgres:/);
  });
});
