import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import { action as authAction, loader as authLoader } from '../sessions/auth.page.tsx';
import { action as loginCall } from '../sessions/login.api.ts';
import { action as logout } from '../sessions/logout.action.ts';
import { viewerById, viewerOf } from '../sessions/sessions.server.ts';
import { action as registerCall, loader as registerGet } from './register.api.ts';
import { loader as userCall } from './user.api.ts';

const world = testWorld();

const nova = {
  firstName: 'Nova',
  lastName: 'Silva',
  username: 'nova',
  email: 'nova@example.com',
  password: 'open guard',
  confirmPassword: 'open guard',
};

const tokenOf = async (answer: Response) =>
  (await world.context().cookies.session.parse(answer.headers.get('set-cookie'))) as string;

const signUpForm = (fields: Record<string, string>) =>
  world.send(authAction, null, '/auth?tab=sign-up', {}, formPost(fields));

describe('as a form', () => {
  test('[E5.1] six fields make an account, a session and a 303', async () => {
    const answer = await signUpForm(nova);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    const viewer = await viewerOf(world.em(), await tokenOf(answer), world.clock.at);
    expect(viewer).toMatchObject({
      email: 'nova@example.com',
      username: 'nova',
      plan: 'free',
      isAdmin: false,
    });
    const stored = await row<{ password_hash: string }>(world.em())`
      select password_hash from users where username = 'nova'`;
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test.each([
    ['confirmPassword', { confirmPassword: 'closed guard' }, 'Please make sure your passwords match.'],
    [
      'password',
      { password: 'five5', confirmPassword: 'five5' },
      'Password must be at least 6 characters long.',
    ],
    ['firstName', { firstName: ' ' }, 'First name is required'],
    ['username', { username: 'a b' }, 'Username may contain only the letters a-z, digits and _'],
    ['username', { username: 'Admin' }, 'This username is reserved. Please choose another.'],
    ['email', { email: 'nobody' }, 'Please enter a valid email address, like name@example.com'],
    [
      'email',
      { email: 'NOVA@example.com', username: 'other' },
      'There is already an account with this email.',
    ],
    ['username', { email: 'other@example.com', username: 'NOVA' }, 'This username is taken.'],
  ])('a wrong %s answers 422 beside its field and keeps the values', async (field, change, message) => {
    const answer = await signUpForm({ ...nova, username: 'fresh', email: 'fresh@example.com', ...change });
    expect(answer.status).toBe(422);
    const { form } = (await answer.json()) as {
      form: { error: Record<string, string[]>; initialValue: object };
    };
    expect(form.error[field]).toContain(message);
    expect(form.initialValue).toMatchObject({ lastName: 'Silva' });
    expect(JSON.stringify(form.initialValue)).not.toMatch(/guard|five5/);
  });

  test('a taken email and a username too similar to a creator’s are reported at once', async () => {
    const creator = await world.person({ username: 'marina_5ilva' });
    await world.item({ creator: creator.id });
    const answer = await signUpForm({ ...nova, username: 'rnarina_silva', email: creator.email });
    const { form } = (await answer.json()) as { form: { error: object } };
    expect(Object.keys(form.error).sort()).toEqual(['email', 'username']);
  });

  test('signing in returns to the page that asked, never to another site', async () => {
    const fields = { email: 'NOVA@example.com', password: 'open guard' };
    const go = (next: string) =>
      world.send(
        authAction,
        null,
        `/auth?tab=sign-in&next=${encodeURIComponent(next)}`,
        {},
        formPost(fields),
      );
    expect((await go('/content/1#card')).headers.get('location')).toBe('/content/1#card');
    expect((await go('https://evil.example/')).headers.get('location')).toBe('/');
    expect((await go('//evil.example')).headers.get('location')).toBe('/');
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s is refused as a form', async (method) => {
    const body = new URLSearchParams({ email: 'nova@example.com', password: 'open guard' });
    const answer = await world.send(authAction, null, '/auth?tab=sign-in', {}, { method, body });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('an unknown email and a wrong password get the same answer', async () => {
    const attempt = async (email: string) => {
      const answer = await world.send(
        authAction,
        null,
        '/auth?tab=sign-in',
        {},
        formPost({ email, password: 'wrong one' }),
      );
      expect(answer.status).toBe(422);
      return ((await answer.json()) as { form: { error: unknown } }).form.error;
    };
    expect(await attempt('nova@example.com')).toEqual(await attempt('nobody@example.com'));
  });

  test('a signed-in member is redirected away from /auth', async () => {
    const viewer = await world.person();
    const answer = await world.send(authLoader, viewer, '/auth');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  });

  test('[E4.2] [C7.24] signing out ends the session on the server', async () => {
    const signIn = await world.send(
      authAction,
      null,
      '/auth?tab=sign-in',
      {},
      formPost({ email: 'nova@example.com', password: 'open guard' }),
    );
    const token = await tokenOf(signIn);
    const viewer = await viewerOf(world.em(), token, world.clock.at);
    const answer = await world.send(logout, viewer, '/logout', {}, formPost({}));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
  });
});

describe('as JSON', () => {
  test('[E4.1] [C3.20] register answers 201 with the user, login 200, both with a cookie', async () => {
    const input = { ...nova, username: 'json_nova', email: 'json@example.com' };
    const registered = await world.send(registerCall, null, '/api/register', {}, jsonCall('POST', input));
    expect(registered.status).toBe(201);
    expect(await registered.json()).toMatchObject({
      email: 'json@example.com',
      firstName: 'Nova',
      subscriptionTier: 'free',
      isAdmin: false,
      acceptsRequests: true,
    });
    const login = await world.send(
      loginCall,
      null,
      '/api/login',
      {},
      jsonCall('POST', { email: 'json@example.com', password: 'open guard' }),
    );
    expect(login.status).toBe(200);
    expect(await viewerOf(world.em(), await tokenOf(login), world.clock.at)).not.toBeNull();
  });

  test('wrong input has its status and messages by field', async () => {
    const call = (body: unknown) =>
      world.send(registerCall, null, '/api/register', {}, jsonCall('POST', body));
    const short = await call({ ...nova, password: 'five5', confirmPassword: 'five5' });
    expect(short.status).toBe(422);
    expect(((await short.json()) as { errors: object }).errors).toHaveProperty('password');
    expect((await call({ ...nova, firstName: { $ne: null } })).status).toBe(422);
    expect((await call([1])).status).toBe(400);
    expect((await call({ ...nova, firstName: 'a\0b' })).status).toBe(400);
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a"' };
    expect((await world.send(registerCall, null, '/api/register', {}, broken)).status).toBe(400);
    const wrong = { email: 'nova@example.com', password: 'wrong one' };
    expect((await world.send(loginCall, null, '/api/login', {}, jsonCall('POST', wrong))).status).toBe(401);
  });

  test('a form with too many fields is refused before it costs time', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, '1']));
    const call = await world.send(loginCall, null, '/api/login', {}, formPost(many));
    expect(call.status).toBe(413);
    const page = await world.send(authAction, null, '/auth?tab=sign-in', {}, formPost(many));
    expect(page.status).toBe(413);
  });

  test('extra fields change nothing', async () => {
    const input = { ...nova, username: 'sneaky', email: 'sneaky@example.com', isAdmin: true, plan: 'vip' };
    const answer = await world.send(registerCall, null, '/api/register', {}, jsonCall('POST', input));
    expect(await answer.json()).toMatchObject({ isAdmin: false, subscriptionTier: 'free' });
  });

  test('[C7.2] /api/user is the viewer, 401 for visitors, 405 with Allow for other verbs', async () => {
    const viewer = await world.person({ plan: 'vip' });
    const answer = await world.send(userCall, viewer, '/api/user');
    expect(await answer.json()).toMatchObject({ id: viewer.id, subscriptionTier: 'vip', payoutEmail: null });
    expect((await world.send(userCall, null, '/api/user')).status).toBe(401);
    const wrongVerb = await world.send(registerGet, null, '/api/register');
    expect([wrongVerb.status, wrongVerb.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

const [ended, lasts] = ['2026-06-01T12:00:00Z', '2026-06-01T12:00:01Z'];

test.each([
  ['free', null, null, null, 'free'],
  ['vip', null, null, null, 'vip'],
  ['vip', lasts, null, null, 'vip'],
  ['vip', ended, null, null, 'free'],
  ['free', null, 'premium', lasts, 'premium'],
  ['premium', lasts, 'vip', lasts, 'vip'],
  ['premium', lasts, 'vip', ended, 'premium'],
  ['vip', lasts, 'premium', lasts, 'vip'],
  ['vip', ended, 'premium', lasts, 'premium'],
  ['vip', ended, 'premium', ended, 'free'],
])('paid %s until %s and given %s until %s is %s', async (plan, endsAt, gift, giftEndsAt, inForce) => {
  const { id } = await world.person();
  await row(world.em())`update users set plan = ${plan}, plan_ends_at = ${endsAt}, gift_plan = ${gift},
    gift_ends_at = ${giftEndsAt} where id = ${id}`;
  expect((await viewerById(world.em(), id, new Date(ended))).plan).toBe(inForce);
});

test('a session ends after thirty days, or two weeks unused, or with a suspended account', async () => {
  const answer = await signUpForm({ ...nova, username: 'sleeper', email: 'sleeper@example.com' });
  const token = await tokenOf(answer);
  const after = (days: number) => new Date(world.clock.at.getTime() + days * 86_400_000);
  expect(await viewerOf(world.em(), token, after(13))).not.toBeNull();
  expect(await viewerOf(world.em(), token, after(26))).not.toBeNull();
  expect(await viewerOf(world.em(), token, after(31))).toBeNull();
  expect(await viewerOf(world.em(), `${token}x`, after(1))).toBeNull();
  await row(world.em())`update users set status = 'suspended' where username = 'sleeper'`;
  expect(await viewerOf(world.em(), token, after(26))).toBeNull();
});
