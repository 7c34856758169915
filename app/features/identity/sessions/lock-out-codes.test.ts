import { describe, expect, test, vi } from 'vitest';
import { accountActions } from '../../../../tests/support/people/account-actions.ts';
import {
  deviceActions,
  deviceIn,
  elsewhere,
  home,
  withCookie,
} from '../../../../tests/support/people/device-actions.ts';
import { factorActions } from '../../../../tests/support/people/factor-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { limits } from '../../core/rate-limits/limits.ts';
import { askQuestion } from '../../operations/support/ask.server.ts';
import * as forgot from '../email-links/forgot.page.tsx';
import * as auth from './auth.page.tsx';
import * as login from './login.api.ts';

/** Strangers cannot use up a member's tries at codes, links by mail or questions (ADR-042). */
const world = testWorld();
// Dozens of hashes a test.
vi.setConfig({ testTimeout: 90_000 });
const account = accountActions(world);
const { later, member, press, asksFor } = account;
const { protectedMember, secondStep } = factorActions(world, account);
const { byCall } = deviceActions(world, account);

describe('a stranger who knows the password', () => {
  const guessesCodes = async (viewer: Viewer, addresses: number) => {
    for (let n = 1; n <= addresses; n += 1) {
      world.place.address = `198.51.100.${n}`;
      const fields = { email: viewer.email, password: 'open guard', code: '000000' };
      let answer = 0;
      for (let tries = 0; tries < 20 && answer !== 429; tries += 1)
        answer = (await world.send(login.action, null, '/api/login', {}, jsonCall('POST', fields))).status;
      expect(answer).toBe(429);
      later(60_000);
    }
    world.place.address = home;
  };
  const knownTo = async (viewer: Viewer, now: () => string) => {
    const done = await secondStep(await beginsOn(viewer, ''), now());
    expect(done.status).toBe(303);
    later(60_000);
    return deviceIn(done).cookie;
  };
  /** The first step on a browser; the cookie that waits for the code. */
  const beginsOn = async ({ email }: Viewer, device: string) => {
    const fields = formPost({ email, password: 'open guard' });
    const first = await world.send(auth.action, null, '/auth', {}, withCookie(fields, device));
    return first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const entersCode = async (viewer: Viewer, given: string, device = '') =>
    (await secondStep(`${await beginsOn(viewer, device)}; ${device}`, given)).status;

  test('cannot use up the owner’s tries at a code: in a session, on a known device, at another address', async () => {
    const { viewer, now } = await protectedMember();
    const device = await knownTo(viewer, now);
    world.rates.scale = 1;
    await guessesCodes(viewer, 1);
    expect(await entersCode(viewer, now())).toBe(303);
    await guessesCodes(viewer, 3);
    expect(await entersCode(viewer, now())).toBe(429);
    expect(await entersCode(viewer, now(), device)).toBe(303);
    later(60_000);
    expect((await asksFor(viewer, 'new@example.com', 'open guard', now())).status).toBe(303);
  });

  test('codes are ten an hour on a known device, and as many in a session; right ones are not counted', async () => {
    const { viewer, now } = await protectedMember();
    const device = await knownTo(viewer, now);
    world.rates.scale = 1;
    const cookie = `${await beginsOn(viewer, device)}; ${device}`;
    const guesses = async (times: number) => {
      for (let n = 0; n < times; n += 1) expect((await secondStep(cookie, '000000')).status).toBe(422);
    };
    await guesses(9);
    expect(await entersCode(viewer, now(), device)).toBe(303);
    await guesses(1);
    later(60_000);
    expect((await secondStep(cookie, now())).status).toBe(429);

    const confirms = async (code: string) =>
      (await asksFor(viewer, 'new@example.com', 'open guard', code)).status;
    for (let n = 0; n < 9; n += 1) expect(await confirms('000000')).toBe(422);
    expect(await confirms(now())).toBe(303);
    later(60_000);
    expect([await confirms('000000'), await confirms(now())]).toEqual([422, 429]);
  });
});

describe('a stranger who asks in a member’s name', () => {
  const asksReset = async (email: string) => {
    const answer = await world.send(forgot.action, null, '/auth/forgot', {}, formPost({ email }));
    return [answer.status, answer.headers.get('location')];
  };
  const chosen = { password: 'closed guard', confirmPassword: 'closed guard' };

  test('for links cannot keep the member from one: three emails an hour, one answer, and the last link works', async () => {
    const viewer = await member();
    world.rates.scale = 1;
    world.place.address = elsewhere;
    for (let n = 0; n < 6; n += 1) expect(await asksReset(viewer.email)).toEqual([303, '/auth/forgot?sent']);
    const mails = await world.mail.deliver();
    expect(mails).toHaveLength(limits['reset of an account'].most);
    world.place.address = home;
    later(19 * 60_000);
    expect(await asksReset(viewer.email)).toEqual([303, '/auth/forgot?sent']);
    expect(await world.mail.deliver()).toEqual([]);
    await press(linkIn(mails.slice(-1), '/auth/reset/'), null, chosen);
    expect(await byCall(viewer.email, 'closed guard')).toBe(200);
    // The links are gone with the password, so the next one is sent at once.
    await world.mail.deliver();
    await asksReset(viewer.email);
    expect(await world.mail.deliver()).toHaveLength(1);
  });

  test('for support cannot keep the member from asking', async () => {
    world.rates.scale = 1;
    let attempts = 0;
    const asks = () => {
      attempts += 1;
      const words = {
        topic: 'account',
        subject: 'Locked out',
        text: 'I cannot sign in.',
        reference: '',
      } as const;
      const who = { name: 'Pat', email: 'pat@example.com' };
      return askQuestion(world.scope(), { ...words, ...who, attempt: `attempt-${attempts}` } as never).then(
        () => 'asked',
        ({ status }) => status as number,
      );
    };
    world.place.address = elsewhere;
    for (let n = 0; n < limits.question.most; n += 1) expect(await asks()).toBe('asked');
    expect(await asks()).toBe(429);
    world.place.address = home;
    expect(await asks()).toBe('asked');
    const { n } =
      (await row<{ n: number }>(world.em())`select count(*)::int as n from support_questions`) ?? {};
    expect(n).toBe(limits.question.most + 1);
  });
});
