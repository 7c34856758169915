import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { during } from '../../../../tests/support/database/counters.ts';
import { accountActions, errorsOf } from '../../../../tests/support/people/account-actions.ts';
import { factorActions } from '../../../../tests/support/people/factor-actions.ts';
import { codeAt } from '../../../../tests/support/people/factor-codes.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, secret, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { qrOf } from '../../core/qr-code/qr.ts';
import { beginSession, viewerOf } from '../sessions/sessions.server.ts';
import * as off from './factor-off.page.tsx';
import { stepOf } from './one-time-codes.server.ts';
import * as renew from './recovery-codes.page.tsx';
import * as page from './second-factor.page.tsx';
import { acceptCode, factorStatus, wrongCode } from './second-factor.server.ts';
import { secretBox } from './secret-box.server.ts';

const world = testWorld();
const account = accountActions(world);
const { member, later } = account;
const { begins, switchesOn, protect, protectedMember } = factorActions(world, account);
const plenty = world.rates.scale;
beforeEach(async () => {
  await world.mail.deliver();
});
afterEach(() => {
  world.rates.scale = plenty;
});

const currentPassword = 'open guard';
const stored = ({ id }: Viewer) =>
  row<{ sealed: string; on: boolean }>(world.em())`
    select sealed_secret as sealed, confirmed_at is not null as on from second_factors where user_id = ${id}`;
const status = (viewer: Viewer) => factorStatus(world.member(viewer));
const subjects = async () => (await world.mail.deliver()).map(({ subject }) => subject).sort();
const session = (viewer: Viewer) =>
  beginSession(world.em(), viewer.id, { now: world.clock.at, agent: null, address: '203.0.113.9' });
const isIn = async (token: string) => (await viewerOf(world.em(), token, world.clock.at)) !== null;
const sends = (edge: (args: never) => unknown, viewer: Viewer, fields: Record<string, string>) =>
  world.send(edge, viewer, '/account/security/second-factor/x', {}, formPost(fields));

test('an encrypted secret opens with its own key, for its own owner, and only unchanged', () => {
  const box = secretBox(secret);
  const sealed = box.seal('a key', 'owner 1');
  expect(box.open(sealed, 'owner 1')).toBe('a key');
  expect(box.seal('a key', 'owner 1')).not.toBe(sealed);
  const others = [
    box.open(sealed, 'owner 2'),
    secretBox(`${secret} other`).open(sealed, 'owner 1'),
    box.open(`${sealed.slice(0, -2)}AA`, 'owner 1'),
    box.open('short', 'owner 1'),
    box.open('', 'owner 1'),
  ];
  expect(others).toEqual([null, null, null, null, null]);
});

test('codes are those of RFC 6238, good for the step before and after', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(codeAt(key, new Date(59_000))).toBe('287082');
  const steps = [-1, 29, 30, 59, 89, 90].map((second) => stepOf(key, '287082', new Date(second * 1_000)));
  expect(steps).toEqual([null, 1, 1, 1, 1, null]);
});

test('a QR code has its quiet edge of four squares', () => {
  const { side, path } = qrOf('otpauth://totp/Summa:somebody@example.com');
  expect(side).toBeGreaterThan(30);
  expect(path).toMatch(/^M0 \.5m4 4h7m/);
});

describe('setting it up', () => {
  test('shows a key that stays the same until setup is restarted, and turns nothing on yet', async () => {
    const viewer = await member();
    const none = await world.send(page.loader, viewer, '/account/security/second-factor');
    expect([none.status, none.headers.get('location')]).toEqual([303, '/account/security']);
    const key = await begins(viewer);
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const again = await world.send(page.loader, viewer, '/account/security/second-factor');
    const { begun } = await again.json();
    expect(begun.key).toBe(key);
    expect(begun.address).toContain(`secret=${key.replaceAll(' ', '')}`);
    expect(decodeURIComponent(begun.address)).toContain(viewer.email);
    expect(await begins(viewer)).not.toBe(key);
    expect(await status(viewer)).toEqual({ since: null, codesLeft: 0 });
    await expect(acceptCode(world.scope(), viewer.id, codeAt(key, world.clock.at))).rejects.toThrow(
      wrongCode,
    );
  });

  test('takes a code and the password, gives ten recovery codes, ends all sessions and sends an email', async () => {
    const viewer = await member();
    const elsewhere = await session(viewer);
    const key = await begins(viewer);
    const wrong = await switchesOn(viewer, { code: '12345x', currentPassword: 'wrong one' });
    expect(wrong.status).toBe(422);
    const { form } = await wrong.json();
    expect(Object.keys(form.error).sort()).toEqual(['code', 'currentPassword']);
    expect(form.initialValue).toEqual({});
    expect(await errorsOf(await switchesOn(viewer, {}))).toHaveProperty('code', ['Please enter the code.']);
    expect((await stored(viewer))?.on).toBe(false);

    const code = codeAt(key, world.clock.at);
    const done = await switchesOn(viewer, { code: `${code.slice(0, 3)} ${code.slice(3)}`, currentPassword });
    const { codes } = (await done.json()) as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((each) => /^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/.test(each))).toBe(true);
    expect(done.headers.get('set-cookie')).toMatch(/^summa=.+HttpOnly/);
    expect(await isIn(elsewhere)).toBe(false);
    expect(await status(viewer)).toEqual({ since: expect.any(String), codesLeft: 10 });
    expect(await subjects()).toEqual(['Your second factor is on']);
    const shown = await world.send(page.loader, viewer, '/account/security/second-factor');
    expect(await shown.json()).toEqual({ begun: null });
  });

  test('leaves nothing readable in the database', async () => {
    const { viewer, key, codes } = await protectedMember();
    const all = await row<{ text: string }>(world.em())`
      select f::text || (select string_agg(c::text, '') from recovery_codes c) as text from second_factors f
      where user_id = ${viewer.id}`;
    expect(all?.text).not.toContain(key.replaceAll(' ', ''));
    for (const code of codes) expect(all?.text).not.toContain(code.replaceAll('-', ''));
  });

  test('cannot replace one that is on, and of two setups at once one gets codes', async () => {
    const viewer = await member();
    const fields = { code: codeAt(await begins(viewer), world.clock.at), currentPassword };
    const both = await Promise.all([switchesOn(viewer, fields), switchesOn(viewer, fields)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await status(viewer)).codesLeft).toBe(10);
    const before = await stored(viewer);
    await expect(begins(viewer)).rejects.toThrow();
    expect(await stored(viewer)).toEqual(before);
  });
});

describe('a code', () => {
  test('is accepted once, and no earlier one afterwards', async () => {
    const { viewer, key, now } = await protectedMember();
    const before = codeAt(key, new Date(world.clock.at.getTime() - 30_000));
    const next = codeAt(key, new Date(world.clock.at.getTime() + 30_000));
    const accept = (code: string) => acceptCode(world.scope(), viewer.id, code);
    expect(await accept(now())).toBeNull();
    for (const code of [now(), before]) await expect(accept(code)).rejects.toThrow(wrongCode);
    expect(await accept(next)).toBeNull();
    const outside = codeAt(key, new Date(world.clock.at.getTime() + 90_000));
    await expect(accept(outside)).rejects.toThrow(wrongCode);
  });

  test('used for setup cannot be used to sign in', async () => {
    const viewer = await member();
    const code = codeAt(await begins(viewer), world.clock.at);
    expect((await switchesOn(viewer, { code, currentPassword })).status).toBe(200);
    await expect(acceptCode(world.scope(), viewer.id, code)).rejects.toThrow(wrongCode);
  });

  test.each(['of the app', 'to recover'])(
    '%s is accepted once when it is sent eight times at once',
    async (kind) => {
      const { viewer, now, codes } = await protectedMember();
      const code = kind === 'of the app' ? now() : (codes[0] ?? '').replaceAll('-', '');
      const tries = Array.from({ length: 8 }, () => acceptCode(world.scope(), viewer.id, code));
      const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
      expect(done).toHaveLength(1);
    },
  );

  test('of a key that is replaced during the check is refused', async () => {
    const { viewer, now } = await protectedMember();
    const em = world.em();
    const answer = await during(em, () => acceptCode(world.scope(), viewer.id, now()), {
      lock: () => row(em)`select from second_factors where user_id = ${viewer.id} for update`,
      change: () => row(em)`update second_factors set sealed_secret = 'another' where user_id = ${viewer.id}`,
    });
    expect(answer).toMatchObject({ message: wrongCode, field: 'code' });
  });

  test('of another member is refused', async () => {
    const [one, other] = [await protectedMember(), await protectedMember()];
    for (const code of [one.now(), one.codes[0]!.replaceAll('-', '')]) {
      await expect(acceptCode(world.scope(), other.viewer.id, code)).rejects.toThrow(wrongCode);
    }
    expect((await status(one.viewer)).codesLeft).toBe(10);
  });

  test('may be tried ten times an hour per account, from any address, and then the right one waits as well', async () => {
    const { viewer, now } = await protectedMember();
    world.rates.scale = 1;
    const accept = (code: string) => acceptCode(world.scope(), viewer.id, code);
    later(3_600_000);
    const tries = Array.from({ length: 14 }, (_, n) => accept(`00000${n % 10}`));
    const refused = (await Promise.allSettled(tries)).map((each) => Reflect.get(each, 'reason')?.status);
    expect(refused.filter((status) => status === 422)).toHaveLength(10);
    await expect(accept(now())).rejects.toMatchObject({ status: 429, retryAfter: 360 });
    later(360_000);
    expect(await accept(now())).toBeNull();
  });

  test('of an app cannot be checked with another session secret; recovery codes still work', async () => {
    const { viewer, now, codes } = await protectedMember();
    const moved = { ...world.scope(), box: secretBox('quite another secret, long enough as well') };
    await expect(acceptCode(moved, viewer.id, now())).rejects.toThrow(/Please use a recovery code/);
    expect(await acceptCode(moved, viewer.id, codes[3]!.replaceAll('-', ''))).toBe(9);
  });
});

describe('while it is on', () => {
  test('new recovery codes need the password and a code, and end the older ones', async () => {
    const { viewer, now, codes } = await protectedMember();
    const wrong = await sends(renew.action, viewer, { code: now(), currentPassword: 'wrong one' });
    expect(await errorsOf(wrong)).toHaveProperty('currentPassword');
    // The wrong password has not used the code up.
    const made = await sends(renew.action, viewer, { code: now(), currentPassword });
    expect((await made.json()).codes).toHaveLength(10);
    await expect(acceptCode(world.scope(), viewer.id, codes[0]!.replaceAll('-', ''))).rejects.toThrow();
    expect((await status(viewer)).codesLeft).toBe(10);
    expect(await subjects()).toEqual(['You have new recovery codes', 'Your second factor is on']);
  });

  test('it is switched off by the password and a code or recovery code, with an email', async () => {
    const { viewer, codes } = await protectedMember();
    const elsewhere = await session(viewer);
    const wrong = await sends(off.action, viewer, { code: '000000', currentPassword });
    expect(await errorsOf(wrong)).toEqual({ code: [wrongCode] });
    expect(await isIn(elsewhere)).toBe(true);
    const done = await sends(off.action, viewer, { code: codes[1]!.toUpperCase(), currentPassword });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account/security']);
    expect([await isIn(elsewhere), await stored(viewer)]).toEqual([false, null]);
    expect(await subjects()).toEqual(['Your second factor is off', 'Your second factor is on']);
    const again = await sends(off.action, viewer, { code: codes[2]!, currentPassword });
    expect(again.status).toBe(422);
    const loaded = await world.send(off.loader, viewer, '/account/security/second-factor/off');
    expect(loaded.headers.get('location')).toBe('/account/security');
    await protect(viewer);
    expect((await status(viewer)).codesLeft).toBe(10);
  });
});
