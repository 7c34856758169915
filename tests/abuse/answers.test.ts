import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

const world = sharedWorld();
let [member, admin] = ['', ''];
let item = 0;
const cardNumber = '4242424242424242';
beforeAll(async () => {
  member = await world.signIn(await world.person({ plan: 'vip' }));
  admin = await world.signIn(await world.person({ isAdmin: true }));
  item = await world.item({ tier: 'vip', priceCents: 499 });
});

describe('headers of every kind of answer', () => {
  const kinds: [string, () => ReturnType<typeof world.ask>, number][] = [
    ['a page', () => world.ask('/discover'), 200],
    ['a member’s page', () => world.ask('/studio/content', { as: member }), 200],
    ['the upload page', () => world.ask('/upload', { as: member }), 200],
    ['an admin’s page', () => world.ask('/admin/users', { as: admin }), 200],
    ['a redirect to sign in', () => world.ask('/profile'), 303],
    ['a 404 page', () => world.ask('/nothing/here'), 404],
    ['a 404 call', () => world.ask('/api/nothing'), 404],
    ['a 400', () => world.ask('/%61'), 400],
    [
      'a 403',
      () => world.ask('/logout', { method: 'POST', headers: { origin: 'https://evil.example' } }),
      403,
    ],
    ['a 405', () => world.ask('/', { method: 'TRACE' }), 405],
    ['a 405 call', () => world.ask('/api/login', { method: 'PUT' }), 405],
    ['a 401', () => world.ask('/api/my-content'), 401],
    ['a 422', () => world.post('/auth', { intent: 'sign-in' }), 422],
    ['JSON', () => world.ask('/api/content'), 200],
    ['a feed', () => world.ask('/feed.xml'), 200],
    ['robots.txt', () => world.ask('/robots.txt'), 200],
    ['media that are not there', () => world.ask(`/media/${'a'.repeat(32)}/320.webp`), 404],
    ['a picture of the site', () => world.ask('/favicon.svg'), 200],
  ];
  test.each(kinds)('%s', async (_name, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.header('x-content-type-options')).toBe('nosniff');
    const policy = answer.header('content-security-policy');
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|https:(\s|;))/);
    expect(answer.header('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(answer.header('x-frame-options')).toBe('DENY');
    for (const header of ['x-powered-by', 'server', 'access-control-allow-origin']) {
      expect(answer.headers[header]).toBeUndefined();
    }
    if (answer.bytes.length > 0) expect(answer.header('content-type')).not.toBe('');
  });

  test.each([
    ['/profile', () => member],
    ['/studio/earnings', () => member],
    ['/account/security', () => member],
    ['/account/billing', () => member],
    ['/admin', () => admin],
    ['/admin/log.csv', () => admin],
    ['/discover', () => member],
    ['/api/user', () => member],
    ['/api/my-content', () => member],
    ['/api/content', () => ''],
    ['/profile', () => ''],
    ['/api/user', () => ''],
    ['/auth?tab=sign-in', () => ''],
  ])('no cache keeps %s', async (path, as) => {
    const answer = await world.ask(path, { as: as() });
    const isPublic = answer.status === 200 && as() === '' && !path.startsWith('/api');
    expect(answer.header('cache-control')).toBe(isPublic ? 'no-cache' : 'private, no-store');
    if (isPublic) expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['/', () => ''],
    ['/discover', () => ''],
    ['/auth', () => ''],
    ['/upload', () => member],
    ['/studio/content', () => member],
    ['/admin/users', () => admin],
  ])('no script is written into %s, and no attribute runs one', async (path, as) => {
    const { text, header } = await world.ask(path, { as: as() });
    expect(header('content-security-policy')).toContain("script-src 'self';");
    expect(text).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))/);
    expect(text).not.toMatch(/<[^>]+\son\w+=|javascript:/);
  });

  test('two members never get one page from a shared cache', async () => {
    expect((await world.ask('/discover')).header('vary')).toMatch(/Cookie/);
  });
});

test('no secret is in the log, whatever was sent', async () => {
  const before = world.site.log().length;
  const secrets = {
    password: 'MySecretPassword77',
    token: `T${'s'.repeat(42)}`,
    card: cardNumber,
    cookie: 'CookieSecret88',
    bearer: 'BearerSecret99',
  };
  const headers = {
    cookie: `summa=${secrets.cookie}`,
    authorization: `Bearer ${secrets.bearer}`,
    'user-agent': 'x\r\n'.trim(),
  };
  const json = { email: 'log@example.com', password: secrets.password, number: secrets.card };
  await world.ask('/api/login', { method: 'POST', json, headers });
  await world.ask(`/auth/reset/${secrets.token}`, { headers });
  await world.ask(`/discover?password=${secrets.password}&token=${secrets.token}`, { headers });
  await world.ask('/api/login', {
    method: 'POST',
    body: '{broken',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  await world.ask('/metrics', { headers });
  await row(world.em())`alter table likes rename to likes_away`;
  const broken = await world
    .ask(`/api/content/${item}/like`, { method: 'POST', json: { liked: true }, as: member })
    .finally(() => row(world.em())`alter table likes_away rename to likes`);
  expect(broken.status).toBe(500);
  expect(broken.text).not.toMatch(/likes|select|relation|at /);
  const written = () => world.site.log().slice(before);
  await expect.poll(written, { timeout: 30_000 }).toMatch(/likes.*\n$/s);
  const log = written();
  for (const secret of Object.values(secrets)) expect(log).not.toContain(secret);
  expect(log).not.toContain(member.slice(6));
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});
