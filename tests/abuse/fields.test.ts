import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { sharedWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

const world = sharedWorld();
let viewer: Viewer;
let [member, admin] = ['', ''];
let [item, own] = [0, 0];
beforeAll(async () => {
  viewer = await world.person({ plan: 'free' });
  member = await world.signIn(viewer);
  admin = await world.signIn(await world.person({ isAdmin: true }));
  item = await world.item({ title: 'Open sweep' });
  own = await world.item({ creator: viewer.id, title: 'My own' });
});

const person = (n: string) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  username: `person_of_${n}`,
  email: `person_of_${n}@example.com`,
  password: 'a long enough one',
  confirmPassword: 'a long enough one',
});
const me = () => row<Record<string, unknown>>(world.em())`select * from users where id = ${viewer.id}`;
const send = (method: string, path: string, json: unknown, as = member) =>
  world.ask(path, { method, json, as });

describe('unexpected fields', () => {
  const greedy = {
    isAdmin: true,
    is_admin: true,
    isCurator: true,
    is_curator: true,
    role: 'admin',
    plan: 'vip',
    userTier: 'vip',
    subscriptionTier: 'vip',
    id: 1,
    userId: 1,
    passwordHash: 'x',
    password_hash: 'x',
    isVerified: true,
    verifiedEmail: 'x@example.com',
    balance: 1e6,
    totalEarnings: 1e6,
    publishedItems: 99,
    createdAt: '1990-01-01',
    status: 'active',
  };

  test('a registration makes an ordinary member', async () => {
    const answer = await send('POST', '/api/register', { ...person('greed'), ...greedy }, '');
    expect(answer.status).toBe(201);
    const made = await row<Record<string, unknown>>(world.em())`
      select is_admin, plan, is_verified, verified_email, published_items from users where username = 'person_of_greed'`;
    expect(made).toMatchObject({ is_admin: false, plan: 'free', is_verified: false, published_items: 0 });
    expect(answer.json()).toMatchObject({ isAdmin: false, subscriptionTier: 'free' });
  });

  test.each(Object.entries(greedy))('a profile takes no %s', async (name, value) => {
    const before = await me();
    await send('PATCH', '/api/profile', { [name]: value });
    expect(await me()).toEqual(before);
  });

  test('the form of the profile takes none either', async () => {
    const before = await me();
    const fields = Object.fromEntries(Object.entries(greedy).map(([name, value]) => [name, String(value)]));
    const honest = { firstName: 'Pat', lastName: String(before?.last_name), username: viewer.username };
    await world.post('/profile', { ...honest, acceptsRequests: 'true', ...fields }, { as: member });
    const after = await me();
    for (const column of [
      'is_admin',
      'is_curator',
      'plan',
      'is_verified',
      'email',
      'password_hash',
      'status',
      'published_items',
    ]) {
      expect(after?.[column]).toEqual(before?.[column]);
    }
  });

  test.each([
    ['views', 1e6],
    ['likes', 1e6],
    ['salesCount', 99],
    ['averageRating', 5],
    ['creatorId', 1],
    ['userId', 1],
    ['id', 1],
    ['createdAt', '1990-01-01'],
  ])('an edit takes no %s', async (name, value) => {
    const columns = () =>
      row(world.em())`select c.id, c.creator_id, c.created_at, s.* from content c
        left join content_stats s on s.content_id = c.id where c.id = ${own}`;
    const before = await columns();
    const fields = { title: 'My own', category: 'training', tier: 'free', [name]: String(value) };
    expect((await world.post(`/content/${own}/edit`, fields, { as: member })).status).toBe(303);
    expect(await columns()).toEqual(before);
  });

  test('a rating is the viewer’s own and of this item, whatever the body says', async () => {
    const other = await world.person();
    await send('POST', `/api/content/${item}/rating`, {
      rating: 5,
      userId: other.id,
      contentId: own,
      likes: 9,
    });
    const made = await row<Record<string, unknown>>(
      world.em(),
    )`select * from ratings where content_id = ${item}`;
    expect(made).toMatchObject({ user_id: viewer.id });
    expect(await row(world.em())`select 1 from ratings where content_id = ${own}`).toBe(null);
  });
});

describe('operators, types and prototypes instead of words', () => {
  test.each([
    ['an operator', { $ne: null }],
    ['another operator', { $gt: '' }],
    ['a list', ['a@example.com']],
    ['a number', 1],
    ['true', true],
    ['null', null],
    ['an object that calls itself text', { toString: 'x', length: 3 }],
    ['a pattern', { $regex: '.*' }],
  ])('signing in with %s is refused', async (_name, value) => {
    for (const json of [
      { email: value, password: 'x' },
      { email: viewer.email, password: value },
    ]) {
      const answer = await send('POST', '/api/login', json, '');
      expect([401, 422]).toContain(answer.status);
      expect(answer.header('set-cookie')).toBe('');
    }
  });

  const polluted = [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__.isAdmin":true}',
    '{"bio":{"__proto__":{"isAdmin":true}}}',
    '{"firstName":"Pat","__proto__":null}',
  ];
  test.each(polluted)('prototype keys change nothing: %s', async (body) => {
    const before = await me();
    const headers = { 'content-type': 'application/json' };
    const answer = await world.ask('/api/profile', { method: 'PATCH', body, headers, as: member });
    expect([200, 400, 422]).toContain(answer.status);
    expect((await me())?.is_admin).toBe(before?.is_admin);
    expect((await world.ask('/api/user', { as: member })).json().isAdmin).toBe(false);
    expect((await world.ask('/api/admin/creators', { as: member })).status).toBe(403);
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__[isAdmin]',
    'a[b][c]',
    'a.b.c',
    '',
  ])('a form may call a field %j', async (name) => {
    const body = new URLSearchParams([
      [name, 'x'],
      ['rating', '5'],
    ]);
    const answer = await world.post(`/content/${item}/rate`, body, { as: member });
    expect(answer.status).toBeLessThan(500);
    const again = await world.post(`/content/${item}/rate`, new URLSearchParams([[name, 'x']]), {
      as: member,
    });
    expect(again.status).toBeLessThan(500);
  });

  test.each(['/discover', '/creators', '/api/content', '/api/creators', '/auth', '/admin/log', '/report'])(
    '%s treats strange queries as no query',
    async (path) => {
      for (const query of [
        '__proto__=x',
        'constructor=x',
        'search[$ne]=1',
        'tier[]=vip',
        'tier=vip&tier=free',
        'sort=__proto__',
        'after=x',
        'after=eyJhIjoxfQ',
        'cursor=%7B%7D',
        'before=..%2f..',
        'limit=-1',
        'limit=1e9',
        'limit=NaN',
        `cursor=${'A'.repeat(5_000)}`,
        `category=${'x'.repeat(5_000)}`,
        `search=${'%25'.repeat(2_000)}`,
        'search=%ED%A0%80',
        'search=%FF%FE',
        'search=a%E2%80%AEb',
        'search=%0d%0aSet-Cookie:%20a=b',
      ]) {
        const answer = await world.ask(`${path}?${query}`, { as: admin });
        expect([200, 303, 400, 404, 422], `${path}?${query.slice(0, 60)}`).toContain(answer.status);
        expect(answer.header('set-cookie')).not.toContain('a=b');
      }
    },
  );

  test.each([
    ['liked', 'truthy'],
    ['liked', 'yes'],
    ['liked', 2],
    ['liked', {}],
    ['liked', [true]],
  ])('a like takes true and false, not %s=%j', async (name, value) => {
    expect((await send('POST', `/api/content/${item}/like`, { [name]: value })).status).toBe(422);
  });

  test.each([0, 6, -1, 4.5, '5 stars', null, [5], { valueOf: 5 }, 1e99, 'NaN', '٥'])(
    'a rating is one to five stars, not %j',
    async (rating) =>
      expect((await send('POST', `/api/content/${item}/rating`, { rating })).status).toBe(422),
  );

  test('a button with its field sent twice is refused as unclear', async () => {
    const answer = await world.post(`/content/${item}/like`, new URLSearchParams('liked=1&liked=0'), {
      as: member,
    });
    expect([303, 400]).toContain(answer.status);
  });
});
