import argon2 from 'argon2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { accountActions, errorsOf, hourMs } from '../../../../tests/support/people/account-actions.ts';
import {
  deviceActions,
  deviceIn,
  elsewhere,
  home,
  withCookie,
} from '../../../../tests/support/people/device-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as forgot from '../email-links/forgot.page.tsx';
import { knownDevice, rememberDevice } from './known-devices.server.ts';
import * as login from './login.api.ts';
import * as security from './security.page.tsx';

/** Strangers cannot use up a member's tries at the password (ADR-042). */
const world = testWorld();
// Dozens of hashes a test.
vi.setConfig({ testTimeout: 90_000 });
const account = accountActions(world);
const { later, member, press, asksFor } = account;
const { byForm, byCall, deviceOf, strangersGuess } = deviceActions(world, account);

describe('a stranger who guesses passwords', () => {
  test('at one address does not lock out the member at another', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    await strangersGuess(viewer.email, 1);
    expect(await byForm(viewer.email, 'open guard')).toBe(303);
    // One more try a minute does not change that.
    for (let n = 0; n < 10; n += 1) {
      later(60_000);
      world.place.address = elsewhere;
      await byCall(viewer.email, 'a guess');
      world.place.address = home;
      expect(await byForm(viewer.email, 'open guard')).toBe(303);
    }
  });

  test.each([
    ['form', byForm, 303, 422],
    ['call', byCall, 200, 401],
  ])(
    'at many addresses locks out new devices, but not those that signed in before (%s)',
    async (_name, tries, good, bad) => {
      const viewer = await member();
      const device = await deviceOf(viewer);
      world.rates.scale = 1;
      later(2 * hourMs);
      await strangersGuess(viewer.email, 3);
      expect(await tries(viewer.email, 'open guard')).toBe(429);
      expect(await tries(viewer.email, 'open guard', device)).toBe(good);
      // Not even from the strangers' address.
      world.place.address = elsewhere;
      expect(await tries(viewer.email, 'open guard', device)).toBe(good);
      expect(await tries(viewer.email, 'a slip', device)).toBe(bad);
    },
  );

  test('at the member’s own address uses up the tries of all accounts there, but not those of known devices', async () => {
    const [viewer, other] = [await member(), await member()];
    const device = await deviceOf(viewer);
    world.rates.scale = 1;
    for (let n = 0; n < 30; n += 1) await byCall(`nobody_${n}@example.com`, 'a guess');
    expect(await byCall(other.email, 'open guard')).toBe(429);
    expect(await byCall(viewer.email, 'open guard', device)).toBe(200);
  });

  test('does not stop the owner from confirming with the password, wherever it is asked again', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    await strangersGuess(viewer.email, 3);
    expect((await asksFor(viewer, 'new@example.com')).status).toBe(303);
  });
});

test('a browser that several members share remembers the last five of them', async () => {
  const people: Viewer[] = [];
  for (let n = 0; n < 6; n += 1) people.push(await member());
  const hashes = new Map(people.map(({ id }) => [id, `hash of ${id}`]));
  for (const { id } of people)
    await row(world.em())`update users set password_hash = ${hashes.get(id) ?? ''} where id = ${id}`;
  let deviceTokens: string[] = [];
  const scope = () => ({ ...world.scope(), visitor: { ...world.scope().visitor, deviceTokens } });
  const signsIn = async ({ id }: { id: number }) => {
    deviceTokens = await rememberDevice(scope(), id);
  };
  const known = () =>
    people.filter(({ id }) => knownDevice(scope(), { userId: id, passwordHash: hashes.get(id) ?? '' }));
  for (const each of people.slice(0, 5)) await signsIn(each);
  for (let n = 0; n < 3; n += 1) await signsIn(people[4]!);
  expect(known()).toEqual(people.slice(0, 5));
  await signsIn(people[5]!);
  expect(known()).toEqual(people.slice(1));
});

describe('an account is counted by itself, however its address is spelt', () => {
  test('a letter that only the database treats as another one gives no further allowance', async () => {
    const viewer = await member();
    await row(world.em())`update users set email = 'vini@example.com' where id = ${viewer.id}`;
    world.rates.scale = 1;
    let wrong = 0;
    for (const email of [
      'vini@example.com',
      'v\u0130ni@example.com',
      'vin\u0130@example.com',
      'v\u0130n\u0130@example.com',
    ])
      for (let n = 1; n <= 3; n += 1) {
        world.place.address = `198.51.100.${n}`;
        for (let tries = 0; tries < 12; tries += 1) if ((await byCall(email, 'a guess')) === 401) wrong += 1;
        later(60_000);
      }
    // Twenty at once, and one for each of the twelve minutes.
    expect(wrong).toBeGreaterThanOrEqual(20);
    expect(wrong).toBeLessThanOrEqual(33);
  });

  test('a refused try is not counted as a guess at the owner’s address', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    await strangersGuess(viewer.email, 3);
    for (let n = 0; n < 10; n += 1) expect(await byCall(viewer.email, 'open guard')).toBe(429);
    later(3 * 60_000);
    expect(await byCall(viewer.email, 'open guard')).toBe(200);
  });

  test('choosing a new password by email makes that browser a known device', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    await world.send(forgot.action, null, '/auth/forgot', {}, formPost({ email: viewer.email }));
    const link = linkIn(await world.mail.deliver(), '/auth/reset/');
    await strangersGuess(viewer.email, 3);
    const chosen = await press(link, null, { password: 'closed guard', confirmPassword: 'closed guard' });
    expect(await byCall(viewer.email, 'closed guard')).toBe(429);
    expect(await byCall(viewer.email, 'closed guard', deviceIn(chosen).cookie)).toBe(200);
  });
});

describe('hashes of passwords have a limit', () => {
  test('an invalid link costs no hash', async () => {
    const hash = vi.spyOn(argon2, 'hash');
    onTestFinished(() => hash.mockRestore());
    await press('/auth/undo/nonsense');
    expect(hash).not.toHaveBeenCalled();
  });

  test('a member’s right passwords are limited as well', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    const answers: number[] = [];
    for (let n = 0; n < 31; n += 1) answers.push((await asksFor(viewer, viewer.email)).status);
    expect(new Set(answers.slice(0, 30))).toEqual(new Set([422]));
    expect(answers.at(-1)).toBe(429);
  });
});

describe('a known device', () => {
  test('is a cookie that no script can read and that names no member', async () => {
    const viewer = await member();
    const call = jsonCall('POST', { email: viewer.email, password: 'open guard' });
    const { cookie, attributes } = deviceIn(await world.send(login.action, null, '/api/login', {}, call));
    expect(attributes).toEqual(['Max-Age=31536000', 'Path=/', 'HttpOnly', 'SameSite=Lax']);
    const plain = Buffer.from(decodeURIComponent(cookie.slice('device='.length)), 'base64').toString();
    expect(plain).toMatch(/^\["[\w-]{67}"\]$/);
  });

  test('has ten wrong tries an hour, however often it signs in; right ones are not counted', async () => {
    const viewer = await member();
    let device = await deviceOf(viewer);
    world.rates.scale = 1;
    for (let n = 0; n < 2; n += 1) device = await deviceOf(viewer, 'open guard', device);
    for (let n = 0; n < 9; n += 1) expect(await byCall(viewer.email, 'a guess', device)).toBe(401);
    const renewed = await deviceOf(viewer, 'open guard', device);
    expect(await byCall(viewer.email, 'a guess', renewed)).toBe(401);
    expect(await byCall(viewer.email, 'open guard', renewed)).toBe(429);
    expect(await byCall(viewer.email, 'open guard', device)).toBe(429);
    // A browser without such a cookie is not concerned.
    expect(await byCall(viewer.email, 'open guard')).toBe(200);
    later(hourMs / 10);
    expect(await byCall(viewer.email, 'open guard', device)).toBe(200);
  });

  test('signs in no one, and does not count for other accounts', async () => {
    const [viewer, other] = [await member(), await member()];
    const device = await deviceOf(viewer);
    world.rates.scale = 1;
    expect(await byCall(viewer.email, 'a guess', device)).toBe(401);
    await strangersGuess(other.email, 3);
    expect(await byCall(other.email, 'open guard', device)).toBe(429);
    for (const forged of ['device=', 'device=nonsense', `device=${btoa('["AAAA"]')}`, `device=${btoa('{}')}`])
      expect(await byCall(other.email, 'open guard', forged)).toBe(429);
  });

  test('is known for the last five accounts, so that the cookie does not grow', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => world.person()));
    const scope = world.scope();
    for (const { id } of people) scope.visitor.deviceTokens = await rememberDevice(scope, id);
    expect(scope.visitor.deviceTokens).toHaveLength(5);
    const known = people.map(({ id }) => knownDevice(scope, { userId: id, passwordHash: 'no hash' }));
    expect(known.map((device) => device !== null)).toEqual([false, false, true, true, true, true, true]);
    expect(new Set(known.slice(2)).size).toBe(5);
  });

  test('is forgotten when the password changes, except the device on which it was changed', async () => {
    const viewer = await member();
    const [laptop, phone] = [await deviceOf(viewer), await deviceOf(viewer)];
    const fields = {
      currentPassword: 'open guard',
      password: 'closed guard',
      confirmPassword: 'closed guard',
    };
    const change = withCookie(formPost(fields), laptop);
    const changed = await world.send(security.action, viewer, '/account/security', {}, change);
    const renewed = deviceIn(changed).cookie;
    world.rates.scale = 1;
    await strangersGuess(viewer.email, 3);
    expect(await byCall(viewer.email, 'closed guard', phone)).toBe(429);
    expect(await byCall(viewer.email, 'closed guard', laptop)).toBe(429);
    expect(await byCall(viewer.email, 'closed guard', renewed)).toBe(200);
  });

  test('an unknown account and a known one answer alike, up to the refusal', async () => {
    const [viewer, other] = [await member(), await member()];
    const device = await deviceOf(viewer);
    world.rates.scale = 1;
    const answers = async (email: string) => {
      later(2 * hourMs);
      const seen = [];
      for (let n = 0; n < 11; n += 1) {
        const call = withCookie(jsonCall('POST', { email, password: 'a guess' }), device);
        const answer = await world.send(login.action, null, '/api/login', {}, call);
        seen.push([answer.status, answer.headers.get('retry-after'), await answer.text()]);
      }
      return seen;
    };
    expect(await answers('no.such.account@example.com')).toEqual(await answers(other.email));
  });
});

describe('the owner in a session', () => {
  test('has ten wrong passwords an hour; another session of the account has its own', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    const thief = { ...viewer, sessionId: 4_711 };
    const guesses = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        const errors = await errorsOf(await asksFor(thief, 'thief@example.com', 'a guess'));
        expect(Object.keys(errors)).toEqual(['currentPassword']);
      }
    };
    await guesses(9);
    // A right password is no guess, even when the form has other errors.
    expect(Object.keys(await errorsOf(await asksFor(thief, thief.email)))).toEqual(['email']);
    await guesses(1);
    expect((await asksFor(thief, 'thief@example.com', 'open guard')).status).toBe(429);
    expect((await asksFor(viewer, 'new@example.com')).status).toBe(303);
    expect(await byCall(viewer.email, 'open guard')).toBe(200);
  });
});
