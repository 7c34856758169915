import { beforeAll, describe, expect, test } from 'vitest';
import { offToken } from '../../app/features/community/messages/off-token.server.ts';
import { type Asked, sharedWorld } from '../support/site/live.ts';
import { routeAddresses } from '../support/site/route-addresses.ts';
import { rows } from '../support/sql.ts';

const world = sharedWorld();
/** These calls check a signature over their body instead of the origin. */
const signed = ['/api/stripe/webhook', '/api/cloudinary/notification'];
/** Mail programs post here; the token says what may be turned off, and this one says nothing. */
const oneClick = '/emails/off/:token';
let admin = '';
let ids: Record<string, string> = {};

/** Forms know only POST; programs use the other methods too. */
const doors = routeAddresses.flatMap(({ path, isCall }) =>
  (isCall ? ['POST', 'PUT', 'PATCH', 'DELETE'] : ['POST']).map((method) => ({ method, path })),
);
/** The address with ids of existing rows, so that a request could have an effect. */
const real = (path: string) =>
  path
    .replace('/*', '/nothing')
    .replaceAll(/:(\w+)/g, (_, name: string) => ids[name === 'id' ? kindOf(path) : name] ?? '1');
const kindOf = (path: string) => /(content|featured|users|creators)\/:id/.exec(path)?.[1] ?? 'other';

const boundary = 'x';
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--${boundary}--\r\n`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const evil = 'https://evil.example';
const port = () => new URL(world.site.address).port;

/** The ways in which a foreign page can make a browser send a request. */
const forms: Record<string, () => Asked & { query?: string }> = {
  'Sec-Fetch-Site: cross-site': () => ({ headers: { ...form, 'sec-fetch-site': 'cross-site' }, body: 'a=1' }),
  'Sec-Fetch-Site: same-site': () => ({ headers: { ...form, 'sec-fetch-site': 'same-site' }, body: 'a=1' }),
  'cross-site with our Origin': () => ({
    headers: { ...form, 'sec-fetch-site': 'cross-site', origin: world.site.address },
    body: 'a=1',
  }),
  'a foreign Origin': () => ({ headers: { ...form, origin: evil }, body: 'a=1' }),
  'Origin: null': () => ({ headers: { ...form, origin: 'null' }, body: 'a=1' }),
  'an empty Origin': () => ({ headers: { ...form, origin: '' }, body: 'a=1' }),
  'forwarded host and proto that fit a foreign Origin': () => ({
    headers: {
      ...form,
      origin: evil,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-host': 'evil.example',
    },
    body: 'a=1',
  }),
  'our host on another port': () => ({ headers: { ...form, origin: 'http://localhost:1' }, body: 'a=1' }),
  'our host by another scheme': () => ({
    headers: { ...form, origin: `https://localhost:${port()}` },
    body: 'a=1',
  }),
  'a host that begins like ours': () => ({
    headers: { ...form, origin: `${world.site.address}.evil.example` },
    body: 'a=1',
  }),
  'a data request': () => ({ headers: { ...form, origin: evil }, body: 'a=1', query: '?_data=root' }),
  'text/plain': () => ({ headers: { 'content-type': 'text/plain', origin: evil }, body: '{"a":1}' }),
  'a form with files': () => ({
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, origin: evil },
    body: multipart,
  }),
  JSON: () => ({ headers: { origin: evil }, json: { liked: true, title: 'x' } }),
  'a form that names another method': () => ({
    headers: { ...form, origin: evil, 'x-http-method-override': 'GET', 'x-method-override': 'DELETE' },
    body: '_method=DELETE',
    query: '?_method=DELETE',
  }),
  'a JSON button of another site': () => ({
    headers: { ...form, origin: evil, accept: 'application/json' },
    body: 'a=1',
  }),
};

let before: Record<string, string>;
beforeAll(async () => {
  const boss = await world.person({ isAdmin: true, plan: 'vip' });
  const member = await world.person({ plan: 'vip' });
  const item = await world.item({ creator: boss.id, priceCents: 499, tier: 'vip', hasPicture: true });
  ids = {
    content: String(item),
    contentId: String(item),
    users: String(member.id),
    creators: String(member.id),
    creatorId: String(member.id),
    username: member.username,
    other: '1',
    token: 'a'.repeat(43),
  };
  admin = await world.signIn(boss);
  before = await world.everything();
}, 60_000);

describe.each(Object.keys(forms))('another site asks by %s', (name) => {
  test(`all ${doors.length} addresses refuse an admin's browser, and nothing is written`, async () => {
    const opened: string[] = [];
    for (const { method, path } of doors) {
      if ((signed.includes(path) || path === oneClick) && method === 'POST') continue;
      const { query = '', ...asked } = forms[name]?.() ?? {};
      const answer = await world.ask(`${real(path)}${query}`, { ...asked, method, as: admin });
      const isRefused = answer.status === 403 && answer.text.includes('came from another site');
      if (!isRefused) opened.push(`${method} ${real(path)}${query}: ${answer.status}`);
    }
    expect(opened).toEqual([]);
    expect(await world.everything()).toEqual(before);
  }, 60_000);
});

test.each(signed)('%s accepts every origin, and asks for a signature instead', async (path) => {
  const before = await world.everything();
  const answer = await world.ask(path, { method: 'POST', headers: { origin: evil }, json: { id: 'evt_1' } });
  expect([answer.status, answer.json().message]).toEqual([400, 'The signature does not fit.']);
  expect(await world.everything()).toEqual(before);
});

test('the one-click of mail programs comes from anywhere, turns off what its token says, and nothing else', async () => {
  const [member, other] = [await world.person(), await world.person()];
  const post = (token: string) =>
    world.ask(oneClick.replace(':token', token), {
      method: 'POST',
      headers: { ...form, origin: evil, 'sec-fetch-site': 'cross-site' },
      body: 'List-Unsubscribe=One-Click',
      as: admin,
    });
  const unwanted = async () =>
    (await rows<{ id: number }>(world.em())`select id from users where not wants_message_mail`).map(
      ({ id }) => id,
    );
  expect([(await post('a'.repeat(43))).status, await unwanted()]).toEqual([404, []]);
  const token = offToken(world.systemContext().box, { kind: 'messages', memberId: member.id });
  for (let click = 0; click < 2; click += 1)
    expect([(await post(token)).status, await unwanted()]).toEqual([200, [member.id]]);
  expect(await unwanted()).not.toContain(other.id);
});

test('the same addresses accept our own pages: the origin is what is refused', async () => {
  const shut: string[] = [];
  for (const { method, path } of doors) {
    const headers = { ...form, origin: world.site.address };
    // As a visitor, so that nothing is deleted.
    const answer = await world.ask(real(path), { method, headers, body: 'a=1' });
    if (answer.status === 403 || answer.status >= 500) shut.push(`${method} ${path}: ${answer.status}`);
  }
  expect(shut).toEqual([]);
  const liked = await world.post(`/content/${ids.content}/like`, { liked: '1' }, { as: admin });
  expect(liked.status).toBe(303);
  expect((await world.everything())['public.likes']).not.toBe(before['public.likes']);
}, 60_000);
