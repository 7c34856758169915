import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { type Answer, cookieOf, sharedWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

const world = sharedWorld();
const password = 'a long enough one';
const email = 'mara@example.com';
let mara: Viewer;

const call = (path: string, json: unknown, as = '') => world.ask(path, { method: 'POST', json, as });
const person = {
  firstName: 'Mara',
  lastName: 'Vale',
  username: 'mara_vale',
  email,
  password,
  confirmPassword: password,
};
const login = (fields: Record<string, unknown>, as = '') => call('/api/login', fields, as);
const sessionOf = (answer: Answer) => /summa=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
/** What is only looked at may show for a moment what was true before (ADR-061). */
const soon = { timeout: 30_000 };
const whoIs = async (cookie: string) => (await world.ask('/api/user', { as: cookie })).status;

beforeAll(async () => {
  await call('/api/register', person);
  const found = await row<{ id: number }>(world.em())`select id from users where email = ${email}`;
  mara = { id: found?.id ?? 0 } as Viewer;
});

describe('sessions', () => {
  const signIn = async (as = '') => sessionOf(await login({ email, password }, as));

  test('signing in makes a new session: a planted cookie is never taken over', async () => {
    const planted = cookieOf('x'.repeat(43));
    const own = await signIn(planted);
    expect(own).not.toBe(planted);
    expect([await whoIs(own), await whoIs(planted)]).toEqual([200, 401]);
  });

  test('signing in again ends the session that was open in that browser', async () => {
    const first = await signIn();
    const second = await signIn(first);
    expect([await whoIs(first), await whoIs(second)]).toEqual([401, 200]);
  });

  test('[C7.1] signing out ends it on the server: the old cookie opens nothing', async () => {
    const cookie = await signIn();
    expect(await whoIs(cookie)).toBe(200);
    await world.post('/logout', {}, { as: cookie });
    expect(await whoIs(cookie)).toBe(401);
    const page = await world.ask('/profile', { as: cookie });
    expect([page.status, page.header('location')]).toEqual([
      303,
      expect.stringContaining('/auth?tab=sign-in'),
    ]);
  });

  test('[C7.24] signing out by the API does, too', async () => {
    const cookie = await signIn();
    await world.ask('/api/logout', { method: 'POST', as: cookie });
    expect(await whoIs(cookie)).toBe(401);
  });

  test.each([
    ['a made-up token', () => cookieOf('A'.repeat(43))],
    ['a member’s id instead of a token', () => cookieOf(String(mara.id))],
    [
      'an object',
      () => `summa=${Buffer.from(JSON.stringify({ id: mara.id, isAdmin: true })).toString('base64')}`,
    ],
    ['a number', () => `summa=${Buffer.from('1').toString('base64')}`],
    ['a list', () => `summa=${Buffer.from(JSON.stringify(['a', 'b'])).toString('base64')}`],
    ['true', () => `summa=${Buffer.from('true').toString('base64')}`],
    ['rubbish', () => 'summa=%%%'],
    ['bytes that are no text', () => 'summa=\u00ff\u00fe'],
    ['SQL', () => cookieOf("' or '1'='1")],
    ['a NUL', () => cookieOf('a\0b')],
    ['nothing', () => 'summa='],
    ['sixteen thousand letters', () => cookieOf('a'.repeat(9_000))],
    ['the cookie of another mode', () => cookieOf('x').replace('summa=', '__Host-summa=')],
  ])('a forged cookie counts as no session: %s', async (_name, cookie) => {
    expect([401, 431]).toContain(await whoIs(cookie()));
    expect([303, 431]).toContain((await world.ask('/studio', { as: cookie() })).status);
  });

  test('of two cookies of the same name one counts, and a forged one beside it opens nothing more', async () => {
    const cookie = await signIn();
    expect([200, 401]).toContain(await whoIs(`${cookieOf('forged')}; ${cookie}`));
    expect(
      (await world.ask('/admin', { as: `${cookieOf('forged')}; ${cookie}` })).header('location'),
    ).not.toBe('');
  });

  test('the cookie is sent to this site’s pages only, and no script reads it', async () => {
    const answer = await login({ email, password });
    const cookie = String(answer.headers['set-cookie']);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag);
    expect(cookie).not.toMatch(/Domain=/i);
    expect(answer.header('cache-control')).toBe('private, no-store');
  });

  test('the database holds no token that could be sent', async () => {
    const cookie = await signIn();
    const token = JSON.parse(Buffer.from(decodeURIComponent(cookie.slice(6)), 'base64').toString());
    const found = await row(world.em())`
      select 1 from sessions s where s::text like ${`%${token}%`} or s::text like ${`%${Buffer.from(token).toString('hex')}%`}`;
    expect(found).toBe(null);
  });

  test('a new password ends every other session', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const changed = {
      currentPassword: password,
      password: 'another one 77',
      confirmPassword: 'another one 77',
    };
    const answer = await world.post('/account/security', changed, { as: here });
    expect(answer.status).toBe(303);
    expect(await whoIs(there)).toBe(401);
    expect((await login({ email, password })).status).toBe(401);
    expect((await login({ email, password: 'another one 77' })).status).toBe(200);
  });

  test('another member’s session cannot be ended by its number', async () => {
    const own = await world.signIn(mara);
    const stranger = await world.signIn(await world.person());
    const target = await row<{ id: number }>(world.em())`
      select id from sessions where user_id = ${mara.id} order by id desc limit 1`;
    await world.post(`/account/security/end/${target?.id}`, {}, { as: stranger });
    expect(await whoIs(own)).toBe(200);
  });
});

describe('roles that change during a session', () => {
  test('a new admin may enter at once, and a former one may not', async () => {
    const person = await world.person();
    const cookie = await world.signIn(person);
    const admin = () => world.ask('/api/admin/creators', { as: cookie }).then(({ status }) => status);
    const role = (isAdmin: boolean) =>
      row(world.em())`update users set is_admin = ${isAdmin} where id = ${person.id}`;
    expect(await admin()).toBe(403);
    await role(true);
    expect(await admin()).toBe(200);
    await role(false);
    expect(await admin()).toBe(403);
  });

  test('the end of a plan locks its items in the same session', async () => {
    const item = await world.item({ tier: 'vip' });
    const person = await world.person({ plan: 'vip' });
    const cookie = await world.signIn(person);
    const isLocked = async () => (await world.ask(`/api/content/${item}`, { as: cookie })).json().locked;
    expect(await isLocked()).toBe(false);
    await row(world.em())`update users set plan = 'free' where id = ${person.id}`;
    await expect.poll(isLocked, soon).toBe(true);
  });

  test.each(['suspended', 'deleted'])('a %s member is signed out at once', async (status) => {
    const person = await world.person();
    const cookie = await world.signIn(person);
    expect(await whoIs(cookie)).toBe(200);
    await row(world.em())`update users set status = ${status} where id = ${person.id}`;
    const liked = await world.ask('/api/content/1/like', {
      method: 'POST',
      json: { liked: true },
      as: cookie,
    });
    expect(liked.status).toBe(401);
    await expect.poll(() => whoIs(cookie), soon).toBe(401);
  });
});
