import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountActions, errorsOf } from '../../../../tests/support/people/account-actions.ts';
import { factorActions } from '../../../../tests/support/people/factor-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as forgot from '../email-links/forgot.page.tsx';
import * as endAll from '../sessions/end-all.action.ts';
import * as login from '../sessions/login.api.ts';
import { viewerOf } from '../sessions/sessions.server.ts';
import { wrongCode } from './second-factor.server.ts';

const world = testWorld();
const account = accountActions(world);
const { later, signsIn, press, movingTo } = account;
const { protectedMember, firstStep, secondStep, seesCodePage } = factorActions(world, account);
const plenty = world.rates.scale;
beforeEach(async () => {
  await world.mail.deliver();
});
afterEach(() => {
  world.rates.scale = plenty;
});

const sessionIn = async (answer: Response) => {
  const cookies = answer.headers.getSetCookie().filter((each) => each.startsWith('summa='));
  const token: unknown = await world.context().cookies.session.parse(cookies[0] ?? null);
  return typeof token === 'string' ? viewerOf(world.em(), token, world.clock.at) : null;
};
const sessionsOf = async ({ id }: Viewer) =>
  (await rows(world.em())`select 1 from sessions where user_id = ${id}`).length;

describe('as a form', () => {
  test('the password alone signs in no one: it leads to the page of the code, which keeps where to go next', async () => {
    const { viewer, now } = await protectedMember();
    const before = await sessionsOf(viewer);
    const first = await signsIn(viewer.email, 'open guard');
    expect([first.status, first.headers.get('location')]).toEqual([303, '/auth/code?next=%2F']);
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^begun=[\w%-]+; Max-Age=600; .*HttpOnly/),
    ]);
    expect([await sessionIn(first), await sessionsOf(viewer)]).toEqual([null, before]);

    const cookie = await firstStep(viewer);
    expect(await (await seesCodePage(cookie)).json()).toEqual({
      query: 'next=%2Flibrary',
      isRecovery: false,
    });
    const wrong = await secondStep(cookie, '000000', '?next=%2Flibrary');
    expect([wrong.status, await errorsOf(wrong)]).toEqual([422, { code: [wrongCode] }]);
    const done = await secondStep(cookie, now(), '?next=%2Flibrary');
    expect([done.status, done.headers.get('location')]).toEqual([303, '/library']);
    expect((await sessionIn(done))?.id).toBe(viewer.id);
    expect(done.headers.getSetCookie().some((each) => /^begun=; Max-Age=0/.test(each))).toBe(true);
    const elsewhere = await secondStep(await firstStep(viewer), '000000', '?next=https%3A%2F%2Fevil.example');
    expect(elsewhere.status).toBe(422);
  });

  test('the first step is valid for ten minutes and one session', async () => {
    const { viewer, now } = await protectedMember();
    const cookie = await firstStep(viewer);
    later(10 * 60_000);
    expect((await redirectOf(await secondStep(cookie, now()))).says).toMatch(/^Please sign in again/);
    expect((await seesCodePage(cookie)).headers.get('location')).toBe('/auth?tab=sign-in&next=%2Flibrary');
    const fresh = await firstStep(viewer);
    expect(await sessionIn(await secondStep(fresh, now()))).not.toBeNull();
    later(60_000);
    const again = await secondStep(fresh, now());
    expect([await sessionIn(again), (await redirectOf(again)).to]).toEqual([
      null,
      '/auth?tab=sign-in&next=%2F',
    ]);
  });

  test('the first step begins one session, also when two right codes arrive at once', async () => {
    const { viewer, now, codes } = await protectedMember();
    const [cookie, before] = [await firstStep(viewer), await sessionsOf(viewer)];
    // Otherwise the first finishes before the others have a connection.
    await Promise.all(codes.map(() => seesCodePage(cookie)));
    await Promise.all([
      secondStep(cookie, now()),
      ...codes.slice(0, 3).map((code) => secondStep(cookie, code)),
    ]);
    expect(await sessionsOf(viewer)).toBe(before + 1);
  });

  test('the second step cannot be reached without the first', async () => {
    const { now } = await protectedMember();
    for (const cookie of ['', 'begun=', 'begun=nonsense', 'begun=IjEi']) {
      const answer = await secondStep(cookie, now());
      expect([await sessionIn(answer), answer.status]).toEqual([null, 303]);
    }
  });

  test('one code that is sent twice at once begins one session', async () => {
    const { viewer, now } = await protectedMember();
    const cookies = [await firstStep(viewer), await firstStep(viewer)];
    const answers = await Promise.all(cookies.map((cookie) => secondStep(cookie, now())));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  test('a recovery code works as well, once; the page and an email say how many are left', async () => {
    const { viewer, codes } = await protectedMember();
    await world.mail.deliver();
    const done = await secondStep(await firstStep(viewer), ` ${codes[0]} `);
    expect((await sessionIn(done))?.id).toBe(viewer.id);
    const flash = done.headers.getSetCookie().find((each) => each.startsWith('flash='));
    const said = await redirectOf(new Response(null, { headers: { 'set-cookie': flash ?? '' } }));
    expect(said.says).toBe('You used a recovery code: 9 recovery codes left.');
    expect((await world.mail.deliver()).map(({ subject }) => subject)).toEqual(['A recovery code was used']);
    expect((await secondStep(await firstStep(viewer), codes[0] ?? '')).status).toBe(422);
  });

  test('wrong passwords get the same answer with and without a second factor', async () => {
    const { viewer } = await protectedMember();
    const [one, other] = [
      await signsIn(viewer.email, 'wrong one'),
      await signsIn('no@example.com', 'wrong one'),
    ];
    expect([one.status, await errorsOf(one)]).toEqual([other.status, await errorsOf(other)]);
    expect([one.headers.getSetCookie(), other.headers.getSetCookie()]).toEqual([[], []]);
  });

  test('guessing codes is stopped after ten, with a page that says so', async () => {
    const { viewer } = await protectedMember();
    const cookie = await firstStep(viewer);
    world.rates.scale = 1;
    later(3_600_000);
    await row(
      world.em(),
    )`update pending_sign_ins set expires_at = ${new Date(world.clock.at.getTime() + 60_000)}`;
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await secondStep(cookie, `11111${n % 10}`)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});

describe('as JSON', () => {
  const call = (body: object) => world.send(login.action, null, '/api/login', {}, jsonCall('POST', body));

  test('401 says that a code is needed, and only to a caller who knows the password', async () => {
    const { viewer, now, codes } = await protectedMember();
    const right = { email: viewer.email, password: 'open guard' };
    const needed = await call(right);
    expect([needed.status, await sessionIn(needed)]).toEqual([401, null]);
    expect(await needed.json()).toEqual({
      message: expect.stringMatching(/send its code/),
      errors: { code: [expect.any(String)] },
    });
    const wrong = await call({ ...right, code: '000000' });
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      { message: wrongCode, errors: { code: [wrongCode] } },
    ]);
    const unknown = await call({ email: 'no@example.com', password: 'x', code: now() });
    const guessed = await call({ ...right, password: 'x', code: now() });
    expect([guessed.status, await guessed.json()]).toEqual([unknown.status, await unknown.json()]);
    // None of these has used the code up.
    const done = await call({ ...right, code: now() });
    expect([done.status, (await sessionIn(done))?.id]).toEqual([200, viewer.id]);
    expect(await done.json()).toMatchObject({ id: viewer.id, email: viewer.email });
    expect((await call({ ...right, code: now() })).status).toBe(401);
    expect((await call({ ...right, code: codes[0] })).status).toBe(200);
    expect((await call({ ...right, code: { $ne: '' } })).status).toBe(422);
  });
});

describe('other changes of the account do not get around it', () => {
  const chosen = { password: 'closed guard', confirmPassword: 'closed guard' };
  const isOn = async ({ id }: Viewer) =>
    (await row(
      world.em(),
    )`select 1 from second_factors where user_id = ${id} and confirmed_at is not null`) !== null;

  test('a new password by email ends begun sign-ins, and signs in no one without a code', async () => {
    const { viewer, now } = await protectedMember();
    const begun = await firstStep(viewer);
    await world.send(forgot.action, null, '/auth/forgot', {}, formPost({ email: viewer.email }));
    const done = await press(linkIn(await world.mail.deliver(), '/auth/reset/'), null, chosen);
    expect([await sessionIn(done), await isOn(viewer)]).toEqual([null, true]);
    expect(await sessionIn(await secondStep(begun, now()))).toBeNull();
    const first = await signsIn(viewer.email, 'closed guard');
    expect([first.headers.get('location'), await sessionIn(first)]).toEqual(['/auth/code?next=%2F', null]);
  });

  test('restoring an old address leaves it on', async () => {
    const { viewer, now } = await protectedMember();
    const { undo } = await movingTo(viewer, `moved_${viewer.id}@example.com`, now());
    await press(undo);
    expect(await isOn(viewer)).toBe(true);
  });

  test('signing out everywhere, and a suspension, end begun sign-ins', async () => {
    const { viewer, now } = await protectedMember();
    const [one, other] = [await firstStep(viewer), await firstStep(viewer)];
    await row(world.em())`update users set status = 'suspended' where id = ${viewer.id}`;
    expect((await redirectOf(await secondStep(one, now()))).says).toMatch(/^Please sign in again/);
    await row(world.em())`update users set status = 'active' where id = ${viewer.id}`;
    await world.send(endAll.action, viewer, '/account/security/end-all', {}, formPost({}));
    expect((await redirectOf(await secondStep(other, now()))).says).toMatch(/^Please sign in again/);
  });
});
