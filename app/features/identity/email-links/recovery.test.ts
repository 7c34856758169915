import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountActions, errorsOf, hourMs } from '../../../../tests/support/people/account-actions.ts';
import { linkIn } from '../../../../tests/support/people/mail.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as endAll from '../sessions/end-all.action.ts';
import * as end from '../sessions/end-session.action.ts';
import * as security from '../sessions/security.page.tsx';
import { beginSession, viewerOf } from '../sessions/sessions.server.ts';
import * as forgot from './forgot.page.tsx';

const world = testWorld();
const mails = world.mail;
const { later, member, signsUp, signsIn, stored, open, press, movingTo } = accountActions(world);
const plenty = world.rates.scale;
beforeEach(async () => {
  await mails.deliver();
});
afterEach(() => {
  world.rates.scale = plenty;
});

const forgets = (email: string) => world.send(forgot.action, null, '/auth/forgot', {}, formPost({ email }));
const chosen = { password: 'closed guard', confirmPassword: 'closed guard' };
const isIn = async (token: string) => (await viewerOf(world.em(), token, world.clock.at)) !== null;
const session = (viewer: Viewer, facts: { agent?: string; address?: string } = {}) =>
  beginSession(world.em(), viewer.id, {
    now: world.clock.at,
    agent: facts.agent ?? null,
    address: facts.address ?? '203.0.113.9',
  });
/** The viewer as the holder of this session. */
const holding = async (token: string) => (await viewerOf(world.em(), token, world.clock.at))!;
const cookieOf = async (answer: Response) =>
  (await world.context().cookies.session.parse(answer.headers.get('set-cookie'))) as string;

describe('a forgotten password', () => {
  test('known and unknown addresses get the same page and cause the same work; only a known one gets an email', async () => {
    const viewer = await member();
    const seen = [];
    for (const email of [viewer.email, 'nobody.here@example.com']) {
      const answer = await forgets(email);
      seen.push([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toEqual([303, '/auth/forgot?sent', null]);
    const waiting = await rows(world.em())`select 1 from graphile_worker._private_jobs`;
    expect(waiting).toHaveLength(2);
    expect(await rows(world.em())`select 1 from account_links`).toEqual([]);
    expect((await mails.deliver()).map(({ to }) => to)).toEqual([viewer.email]);
  });

  test('is changed by the link: once, and every session ends', async () => {
    const viewer = await member();
    const [here, there] = [await session(viewer), await session(viewer)];
    await forgets(viewer.email.toUpperCase());
    const path = linkIn(await mails.deliver(), '/auth/reset/');
    for (let look = 0; look < 3; look += 1) expect((await open(path)).status).toBe(200);
    expect(await isIn(here)).toBe(true);

    const differ = await press(path, null, { ...chosen, confirmPassword: 'half guard' });
    expect([differ.status, await errorsOf(differ)]).toEqual([
      422,
      { confirmPassword: ['Please make sure your passwords match.'] },
    ]);
    const short = await press(path, null, { password: 'five5', confirmPassword: 'five5' });
    expect(await errorsOf(short)).toEqual({ password: ['Password must be at least 6 characters long.'] });

    const answers = await Promise.all([press(path, null, chosen), press(path, null, chosen)]);
    expect(answers.map(({ headers }) => headers.get('location')).sort()).toEqual(
      ['/auth?tab=sign-in', path].sort(),
    );
    expect([await isIn(here), await isIn(there)]).toEqual([false, false]);
    expect((await signsIn(viewer.email, 'open guard')).status).toBe(422);
    expect((await signsIn(viewer.email, 'closed guard')).status).toBe(303);
    expect((await open(path)).status).toBe(410);
    const [notice, ...more] = await mails.deliver();
    expect([notice?.to, notice?.subject, more]).toEqual([viewer.email, 'Your password was changed', []]);
  });

  test('the link is valid for an hour, and older ones end with the one that is used', async () => {
    const viewer = await member();
    await forgets(viewer.email);
    const first = linkIn(await mails.deliver(), '/auth/reset/');
    later(hourMs / 2);
    await forgets(viewer.email);
    const second = linkIn(await mails.deliver(), '/auth/reset/');
    expect((await open(first)).status).toBe(200);
    await press(second, null, chosen);
    expect((await open(first)).status).toBe(410);
    await forgets(viewer.email);
    const third = linkIn(await mails.deliver(), '/auth/reset/');
    later(hourMs);
    expect((await open(third)).status).toBe(410);
    expect((await press(third, null, chosen)).headers.get('location')).toBe(third);
  });

  test('confirms the address, ends a pending change of it, and is refused to suspended accounts', async () => {
    await signsUp('reborn');
    await mails.deliver();
    const found = (await row<{ id: number }>(world.em())`select id from users where username = 'reborn'`)!;
    await forgets('reborn@example.com');
    await press(linkIn(await mails.deliver(), '/auth/reset/'), null, chosen);
    expect((await stored(found))?.verified_email).toBe('reborn@example.com');

    const viewer = await member();
    const { confirm } = await movingTo(viewer, 'thief@example.com');
    await forgets(viewer.email);
    await press(linkIn(await mails.deliver(), '/auth/reset/'), null, chosen);
    expect((await press(confirm)).headers.get('location')).toBe(confirm);
    expect(await stored(viewer)).toMatchObject({ email: viewer.email, pending_email: null });

    await mails.deliver();
    await row(world.em())`update users set status = 'suspended' where id = ${viewer.id}`;
    await forgets(viewer.email);
    expect(await mails.deliver()).toEqual([]);
  });

  test('a link ends when the address it was sent to changes, by an admin or by the member', async () => {
    const viewer = await member();
    await forgets(viewer.email);
    const path = linkIn(await mails.deliver(), '/auth/reset/');
    // As an admin does.
    await row(world.em())`update users set email = 'by.admin@example.com' where id = ${viewer.id}`;
    expect((await open(path)).status).toBe(410);
    await row(world.em())`update users set email = ${viewer.email} where id = ${viewer.id}`;
    expect((await open(path)).status).toBe(200);
    await press((await movingTo(viewer, 'elsewhere@example.com')).confirm);
    expect((await open(path)).status).toBe(410);
  });

  test('three emails an hour are sent; further requests get the same answer for known and unknown addresses', async () => {
    world.rates.scale = 1;
    const viewer = await member();
    const tries = async (email: string) => {
      const statuses = [];
      for (let n = 0; n < 4; n += 1) statuses.push((await forgets(email)).status);
      return statuses;
    };
    expect(await tries(viewer.email)).toEqual([303, 303, 303, 303]);
    expect(await tries('not.here@example.com')).toEqual([303, 303, 303, 303]);
    expect(await mails.deliver()).toHaveLength(3);
    // The limit of the address says so.
    expect((await tries('not.here@example.com')).at(-1)).toBe(429);
  });

  test.each(['', 'nobody', 'a@x.example, b@x.example', 'a@x.example\nBcc: b@x.example'])(
    '%j is refused as an address',
    async (email) => {
      expect((await forgets(email)).status).toBe(422);
      expect(await mails.deliver()).toEqual([]);
    },
  );
});

describe('changing the password', () => {
  const change = (viewer: Viewer, fields: Record<string, string>) =>
    world.send(security.action, viewer, '/account/security', {}, formPost(fields));

  test('needs the current one', async () => {
    const viewer = await member();
    const wrong = await change(viewer, { currentPassword: 'half guard', ...chosen });
    const text = await wrong.clone().text();
    expect([wrong.status, await errorsOf(wrong)]).toEqual([
      422,
      { currentPassword: ['This is not your password. Please try again.'] },
    ]);
    expect(text).not.toMatch(/half guard|closed guard/);
    expect((await signsIn(viewer.email, 'open guard')).status).toBe(303);
    expect(await mails.deliver()).toEqual([]);
  });

  test('ends every other session, gives this browser a new one, and sends an email', async () => {
    const viewer = await member();
    const [here, there] = [await session(viewer), await session(viewer)];
    const answer = await change(await holding(here), { currentPassword: 'open guard', ...chosen });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/security']);
    expect([await isIn(here), await isIn(there), await isIn(await cookieOf(answer))]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await mails.deliver()).map(({ to, subject }) => [to, subject])).toEqual([
      [viewer.email, 'Your password was changed'],
    ]);
  });
});

describe('the list of sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  const list = async (viewer: Viewer) => {
    const answer = await world.send(security.loader, viewer, '/account/security');
    return (
      (await answer.json()) as {
        sessions: { id: number; device: string; address: string; isCurrent: boolean }[];
      }
    ).sessions;
  };

  test('shows device and place, this browser first, without ended sessions', async () => {
    const viewer = await member();
    await session(viewer, { agent: 'curl/8.5' });
    later(13 * 24 * hourMs);
    const here = await session(viewer, { agent: firefox, address: '2001:db8:7:1::5' });
    await session(viewer, { agent: firefox, address: '::ffff:198.51.100.7' });
    expect(await list(await holding(here))).toMatchObject([
      { device: 'Firefox on Linux', address: '2001:db8:7:x', isCurrent: true },
      { device: 'Firefox on Linux', address: '198.51.100.x', isCurrent: false },
      { device: 'Unknown device', address: '203.0.113.x', isCurrent: false },
    ]);
    later(2 * 24 * hourMs);
    expect(await list(await holding(here))).toHaveLength(2);
  });

  test('shows a session until 14 days without use, or 30 days in all', async () => {
    const viewer = await member();
    const dayMs = 24 * hourMs;
    const [used, idle] = [await session(viewer), await session(viewer)];
    later(14 * dayMs - 1_000);
    expect(await isIn(used)).toBe(true);
    later(1_000);
    expect([await isIn(used), await isIn(idle)]).toEqual([true, false]);
    const listed = await world.send(security.loader, await holding(used), '/account/security');
    expect((await listed.json()).sessions).toHaveLength(1);
    later(14 * dayMs);
    expect(await isIn(used)).toBe(false);

    const busy = await session(viewer);
    for (let day = 1; day < 30; day += 1) {
      later(dayMs);
      expect(await isIn(busy)).toBe(true);
    }
    later(dayMs);
    expect(await isIn(busy)).toBe(false);
  });

  test('ends one by its button; a member cannot end another member’s', async () => {
    const [viewer, stranger] = [await member(), await member()];
    const [here, there, theirs] = [await session(viewer), await session(viewer), await session(stranger)];
    const press = (id: number) =>
      world.send(end.action, me, `/account/security/end/${id}`, { id: String(id) }, formPost({}));
    const me = await holding(here);
    const other = (await list(me)).find(({ isCurrent }) => !isCurrent)!;
    expect((await press(other.id)).headers.get('location')).toBe('/account/security');
    await press((await holding(theirs)).sessionId);
    expect([await isIn(here), await isIn(there), await isIn(theirs)]).toEqual([true, false, true]);
    // Ending a session that has ended already is no error.
    for (const gone of [other.id, 0]) expect((await press(gone)).status).toBe(303);
    expect([await isIn(here), await isIn(theirs)]).toEqual([true, true]);
  });

  test('ends all at once, this one too', async () => {
    const viewer = await member();
    const [here, there] = [await session(viewer), await session(viewer)];
    const answer = await world.send(
      endAll.action,
      await holding(here),
      '/account/security/end-all',
      {},
      formPost({}),
    );
    expect(answer.headers.get('location')).toBe('/auth?tab=sign-in');
    expect(answer.headers.get('set-cookie')).toMatch(/summa=;.*Max-Age=0/);
    expect([await isIn(here), await isIn(there)]).toEqual([false, false]);
  });
});
