import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { liveWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

/** The real limits, not those widened for tests. */
const world = liveWorld({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
const password = 'a long enough one';
const email = 'mara@example.com';

/** Each person in these tests has their own address. */
let places = 0;
const fromAfar = () => {
  places += 1;
  return { 'x-forwarded-for': `198.51.${Math.trunc(places / 250)}.${(places % 250) + 1}` };
};
const call = (path: string, json: unknown, headers: Record<string, string> = fromAfar(), as = '') =>
  world.ask(path, { method: 'POST', json, headers, as });
const register = (fields: Record<string, unknown>, headers = fromAfar()) =>
  call('/api/register', { ...person, ...fields }, headers);
const person = {
  firstName: 'Mara',
  lastName: 'Vale',
  username: 'mara_vale',
  email,
  password,
  confirmPassword: password,
};
const login = (fields: Record<string, unknown>, headers = fromAfar(), as = '') =>
  call('/api/login', fields, headers, as);
const form = (fields: Record<string, string>, path = '/auth') =>
  world.post(path, { intent: 'sign-in', ...fields }, { headers: fromAfar() });

beforeAll(async () => {
  await register({});
});

/** Each test begins with unused limits. */
beforeEach(() => row(world.em())`delete from rate_limits`);

/** Thirty per minute, and one more for every two seconds that the tries took. */
function expectThirty(statuses: number[], ms: number) {
  const passed = statuses.filter((status) => status === 401).length;
  expect(passed).toBeGreaterThanOrEqual(30);
  expect(passed).toBeLessThanOrEqual(31 + ms / 2_000);
  // Any try, because one more is allowed every two seconds, and the last may be it.
  expect(statuses).toContain(429);
}

describe('guessing', () => {
  test('logs one line each time, without the email address or the password', async () => {
    const before = world.site.log().length;
    await login({ email, password: 'never so said' });
    await form({ email, password: 'never so said' });
    await login({ email, password });
    const lines = world.site.log().slice(before);
    expect(lines.match(/"msg":"sign-in refused"/g)).toHaveLength(2);
    expect(lines.match(/"msg":"signed in"/g)).toHaveLength(1);
    expect(lines).toMatch(/"network":"198\.51\.\d+\.x"/);
    for (const secret of [email, 'never so said']) expect(lines).not.toContain(secret);
  });

  test('one account: twenty wrong tries in all, then 429, whatever the case and the spaces', async () => {
    const target = { email: 'victim@example.com', password: 'guess' };
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await login(target)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    for (const spelt of ['victim@example.com', 'VICTIM@example.com', ' Victim@Example.com ']) {
      const refused = await login({ ...target, email: spelt });
      expect([refused.status, Number(refused.header('retry-after')) > 0]).toEqual([429, true]);
    }
  });

  test('one account from one address: ten wrong tries; the owner elsewhere, or on a known device, may sign in', async () => {
    const device = String((await login({ email, password })).headers['set-cookie']?.[1]).split(';')[0];
    expect(device).toMatch(/^device=/);
    const here = fromAfar();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await login({ email, password: 'guess' }, here)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await login({ email, password })).status).toBe(200);
    for (let n = 0; n < 10; n += 1) await login({ email, password: 'guess' });
    expect((await login({ email, password })).status).toBe(429);
    expect((await login({ email, password }, here, device)).status).toBe(200);
    const guesses = [];
    for (let n = 0; n < 11; n += 1)
      guesses.push((await login({ email, password: 'guess' }, here, device)).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429]);
  });

  test('one address: thirty accounts a minute, and an IPv6 network is one address', async () => {
    const statuses = [];
    const began = performance.now();
    for (let n = 0; n < 40; n += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:7:7::${n + 1}` };
      statuses.push((await login({ email: `somebody${n}@example.com`, password: 'guess' }, headers)).status);
    }
    expectThirty(statuses, performance.now() - began);
  });

  test('an address that a client writes into X-Forwarded-For is not used', async () => {
    const statuses = [];
    const began = performance.now();
    for (let n = 0; n < 40; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}, 192.0.2.1` };
      statuses.push((await login({ email: `other${n}@example.com`, password: 'guess' }, headers)).status);
    }
    expectThirty(statuses, performance.now() - began);
  });

  test('registrations: ten an hour from one address', async () => {
    const here = fromAfar();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const name = `crowd_${n}`;
      statuses.push((await register({ username: name, email: `${name}@example.com` }, here)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429]);
  });

  test('emails for a new password: three an hour for one email address, with the same answer afterwards', async () => {
    const answers = [];
    for (let n = 0; n < 5; n += 1) {
      answers.push(await world.post('/auth/forgot', { email }, { headers: fromAfar() }));
    }
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(5).fill([303, '/auth/forgot?sent']),
    );
    const orders = await row<{ n: number }>(world.em())`
      select count(*)::int as n from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-link'`;
    expect(orders?.n ?? 0).toBeLessThanOrEqual(20);
  });
});

describe('finding out who has an account', () => {
  const known = { email, password: 'wrong one' };
  const unknown = { email: 'nobody-at-all@example.com', password: 'wrong one' };

  test('the call answers an unknown address and a wrong password in the same words', async () => {
    const [one, other] = [await login(known), await login(unknown)];
    expect([one.status, one.text]).toEqual([other.status, other.text]);
  });

  test('the form does as well', async () => {
    const shown = async (fields: Record<string, string>) => {
      const { status, text } = await form(fields);
      const typed = new RegExp(fields.email ?? '', 'g');
      return [status, text.replaceAll(typed, '').replaceAll(/Reference: \S+/g, '').length];
    };
    expect(await shown(known)).toEqual(await shown(unknown));
  });

  test('both take the same time: at least half of it is the hash', async () => {
    const time = async (address: string) => {
      const began = performance.now();
      await login({ email: address, password: 'wrong one' });
      return performance.now() - began;
    };
    await time('first@example.com');
    // In turns, and the fastest of each: other work on the machine only adds time.
    const times = { wrong: Infinity, nobody: Infinity };
    for (let n = 0; n < 8; n += 1) {
      times.wrong = Math.min(times.wrong, await time(email));
      times.nobody = Math.min(times.nobody, await time(`nobody${n}@example.com`));
    }
    const { wrong, nobody } = times;
    expect(Math.min(wrong, nobody) / Math.max(wrong, nobody)).toBeGreaterThan(0.5);
  });

  test('a forgotten password gets the same answer with and without an account', async () => {
    const ask = async (address: string) => {
      const { status, headers, text } = await world.post(
        '/auth/forgot',
        { email: address },
        { headers: fromAfar() },
      );
      return [status, headers.location, text];
    };
    expect(await ask('nobody-there@example.com')).toEqual(await ask('crowd_1@example.com'));
  });

  test.each([
    ['a page of an unknown member', '/creators/nobody_here'],
    ['a reset link that was made up', `/auth/reset/${'a'.repeat(43)}`],
    ['an invented link', `/auth/verify/${'b'.repeat(43)}`],
  ])('%s reveals nothing and accepts no cookie', async (_name, path) => {
    const answer = await world.ask(path);
    expect([200, 404, 410]).toContain(answer.status);
    expect(answer.text).not.toContain(email);
  });
});
