import { beforeEach, describe, expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as billing from '../../commerce/billing/billing.page.tsx';
import * as purchases from '../../commerce/purchases/all-purchases.page.tsx';
import { beginSession, viewerOf } from '../../identity/sessions/sessions.server.ts';
import * as remove from './creators/delete-creator.page.tsx';
import * as verify from './creators/verify.action.ts';
import * as gift from './gifts/gift.page.tsx';
import * as takeGift from './gifts/take-gift.action.ts';
import * as role from './role.page.tsx';
import * as signOut from './sign-out.action.ts';
import * as details from './user.page.tsx';
import * as list from './users.page.tsx';

const world = testWorld();
let admin: Viewer;
let user: Viewer;
beforeEach(async () => {
  await row(world.em())`update users set is_admin = false`;
  admin = await world.person({ isAdmin: true });
  user = await world.person({ firstName: 'Uma', lastName: 'Silva' });
});

const params = (who: Viewer) => ({ id: String(who.id) });
const send = (edge: (args: never) => unknown, who = user, fields?: Record<string, string>) =>
  world.send(edge, admin, `/admin/users/${who.id}/x`, params(who), fields && formPost(fields));
const idsOf = async (query: string) => {
  const answer = await world.send(list.loader, admin, `/admin/users?${query}`);
  return ((await answer.json()).users as Viewer[]).map(({ id }) => id);
};

describe('the list', () => {
  test('is searched by name, username or email, by beginnings of at least one letter', async () => {
    for (const words of ['uma silva', 'um', user.username, user.email]) {
      expect(await idsOf(`search=${encodeURIComponent(words)}`)).toContain(user.id);
    }
    expect(await idsOf('search=zz')).toEqual([]);
    expect(await idsOf('search=ma+si')).toContain(user.id);
  });

  test('filters admins or suspended members, and pages do not overlap', async () => {
    expect(await idsOf('show=admins')).toEqual([admin.id]);
    await row(world.em())`update users set status = 'suspended' where id = ${user.id}`;
    expect(await idsOf('show=suspended')).toEqual([user.id]);
    expect(await idsOf('show=nonsense')).toContain(user.id);
    for (let n = 0; n < 25; n += 1) await world.person();
    const first = await (await world.send(list.loader, admin, '/admin/users')).json();
    const second = await (await world.send(list.loader, admin, first.older)).json();
    const ids = [...first.users, ...second.users].map(({ id }: Viewer) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(user.id);
  });

  test('sorts by when members joined, and the links to other pages keep it', async () => {
    for (let n = 0; n < 25; n += 1) await world.person();
    const page = async (address: string) => (await world.send(list.loader, admin, address)).json();
    const idsIn = ({ users }: { users: Viewer[] }) => users.map(({ id }) => id);
    const first = await page('/admin/users?sort=oldest');
    const second = await page(first.older);
    const upwards = [...idsIn(first), ...idsIn(second)];
    expect(upwards).toEqual([...upwards].sort((a, b) => a - b));
    expect(idsIn(second)).not.toEqual([]);
    expect(idsIn(await page(second.newer))).toEqual(idsIn(first));
    const newest = await page('/admin/users?sort=nonsense');
    expect(idsIn(newest)).toEqual([...idsIn(newest)].sort((a, b) => b - a));
    expect([first.filters.sort, newest.filters.sort]).toEqual(['oldest', 'newest']);
  });

  test('says how many admins and suspended members there are', async () => {
    await row(world.em())`update users set status = 'active' where status = 'suspended'`;
    await row(world.em())`update users set status = 'suspended' where id = ${user.id}`;
    const { text } = await rendered(world, list, admin, '/admin/users');
    expect(text).toMatch(/Everybody ?Admins \(1\) ?Suspended \(1\)/);
  });
});

describe('one user', () => {
  test('shows plan, purchases with the link to refund, sessions and the log about them', async () => {
    const item = await world.item({ tier: 'vip', priceCents: 499, title: 'Bought once' });
    await world.bought(user, item);
    await beginSession(world.em(), user.id, { now: world.clock.at, agent: null, address: '127.0.0.1' });
    await send(signOut.action, user, {});
    await beginSession(world.em(), user.id, { now: world.clock.at, agent: null, address: '127.0.0.1' });
    const shown = await (await send(details.loader)).json();
    expect(shown).toMatchObject({
      user: { id: user.id, plan: 'free' },
      billing: { plan: 'free', subscription: null, gift: null },
      sessions: 1,
      purchases: [{ contentId: item, isRefundable: true, buyerId: user.id }],
      entries: [{ verb: 'signed out everywhere' }],
    });
    const own = await world.send(purchases.loader, admin, `/admin/purchases?buyer=${user.id}`);
    expect((await own.json()).purchases).toHaveLength(1);
    const others = await world.send(purchases.loader, admin, `/admin/purchases?buyer=${admin.id}`);
    expect((await others.json()).purchases).toEqual([]);
  });

  test('is given a plan, reads so on billing, and has it taken back', async () => {
    const offered = await (await send(gift.loader)).json();
    expect(offered).toMatchObject({ plan: 'premium', until: '2026-07-01' });
    const wrong = await send(gift.action, user, { plan: 'gold', until: 'soon', note: 'Kept' });
    expect(wrong.status).toBe(422);
    expect((await wrong.json()).form).toMatchObject({
      error: { plan: [expect.any(String)], until: [expect.any(String)] },
      initialValue: { note: 'Kept' },
    });
    const past = await send(gift.action, user, { plan: 'vip', until: '2020-01-01' });
    expect((await past.json()).form.error.until).toEqual([expect.stringMatching(/has passed/)]);
    const done = await send(gift.action, user, { plan: 'vip', until: '2026-06-30' });
    expect(await redirectOf(done)).toEqual({
      status: 303,
      to: `/admin/users/${user.id}`,
      says: 'Plan given: VIP Elite until Jun 30, 2026.',
    });
    const seen = await (
      await world.send(billing.loader, { ...user, plan: 'vip' }, '/account/billing')
    ).json();
    expect(seen).toMatchObject({ subscription: null, gift: { plan: 'vip' } });
    expect((await redirectOf(await send(takeGift.action, user, {}))).says).toBe('Given plan taken back');
    expect((await redirectOf(await send(takeGift.action, user, {}))).says).toMatch(/^Error: No plan/);
  });

  test('becomes an admin and a member again; the last admin stays one', async () => {
    expect((await redirectOf(await send(role.action, user, { admin: 'true' }))).says).toBe('Is an admin now');
    expect(await redirectOf(await send(role.action, admin, { admin: 'false' }))).toMatchObject({ to: '/' });
    const left = await world.send(
      role.action,
      { ...user, isAdmin: true },
      '/x',
      params(user),
      formPost({ admin: 'false' }),
    );
    expect(left.status).toBe(422);
    expect((await left.json()).form.error['']).toEqual([expect.stringMatching(/^This is the last admin/)]);
    const verbs = async (who: Viewer) =>
      (await auditEntriesAbout(world.em(), 'user', who.id)).map(({ verb }) => verb);
    expect([await verbs(user), await verbs(admin)]).toEqual([['promoted'], ['demoted']]);
  });

  test('becomes a curator of the map and none again', async () => {
    const press = (curator: string) => send(role.action, user, { curator });
    const is = () => row(world.em())`select is_admin, is_curator from users where id = ${user.id}`;
    expect((await redirectOf(await press('true'))).says).toBe('Is a curator now');
    expect(await is()).toEqual({ is_admin: false, is_curator: true });
    expect((await redirectOf(await press('false'))).says).toBe('Is no longer a curator');
    expect(await is()).toEqual({ is_admin: false, is_curator: false });
    expect((await send(role.action, user, { admin: 'true', curator: 'true' })).status).toBe(422);
    expect(await is()).toEqual({ is_admin: false, is_curator: false });
  });

  test('an empty or broken form changes no role and no mark', async () => {
    await row(world.em())`update users set is_admin = true, is_verified = true where id = ${user.id}`;
    const forms: Record<string, string>[] = [
      ...[{}, { admin: '', verified: '' }, { admin: 'x', verified: '0' }, { curator: '' }],
    ];
    for (const fields of forms) {
      expect((await send(role.action, user, fields)).status).toBe(422);
      expect((await redirectOf(await send(verify.action, user, fields))).says).toMatch(/^Error/);
    }
    expect(await row(world.em())`select is_admin, is_verified from users where id = ${user.id}`).toEqual({
      is_admin: true,
      is_verified: true,
    });
  });

  test('is signed out everywhere', async () => {
    const session = { now: world.clock.at, agent: null, address: '127.0.0.1' };
    const token = await beginSession(world.em(), user.id, session);
    expect((await redirectOf(await send(signOut.action, user, {}))).says).toBe('Signed out everywhere');
    expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
  });

  test('after leaving is still listed for the books, and cannot be changed', async () => {
    const item = await world.item({ tier: 'vip', priceCents: 499 });
    await world.bought(user, item);
    await send(remove.action, user, { confirm: user.username });
    const shown = await (await send(details.loader)).json();
    expect(shown.user).toMatchObject({ firstName: 'Deleted', status: 'deleted' });
    expect(shown.purchases).toMatchObject([{ contentId: item }]);
    expect((await send(gift.loader)).status).toBe(404);
    expect((await send(role.action, user, { admin: 'true' })).status).toBe(404);
    expect(await idsOf('search=deleted')).not.toContain(user.id);
  });
});
