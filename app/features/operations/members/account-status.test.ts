import { beforeEach, describe, expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { startSubscription } from '../../commerce/plans/subscribe.server.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { myPurchases } from '../../commerce/purchases/library.server.ts';
import { checkPassword } from '../../identity/accounts/accounts.server.ts';
import { hashPassword } from '../../identity/accounts/password-hash.server.ts';
import { beginSession, viewerOf } from '../../identity/sessions/sessions.server.ts';
import { publishDue } from '../../library/authoring/release.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { filtersOf } from '../../library/catalog/filters.schema.ts';
import { listContent } from '../../library/catalog/lists.server.ts';
import { findCreator, listCreators } from '../../library/creators/creators.server.ts';
import { siteFeed } from '../../library/feeds/feeds.server.ts';
import { sitemap } from '../../library/feeds/sitemap.server.ts';
import { reinstate, setVerified, signOutEverywhere, suspend } from './account-status.server.ts';
import { cancelBillingOfInactiveMembers } from './cancel-billing.server.ts';

const shop = testShop();
const { world, stand } = shop;
let admin: AdminScope;
beforeEach(async () => {
  admin = world.member(await world.person({ isAdmin: true }));
});

const fresh = () => ({ ...admin, em: world.em() });
const statusOf = async (id: number) =>
  (await row<{ status: string }>(world.em())`select status from content where id = ${id}`)?.status;

async function bought(buyer: Viewer, item: number) {
  const { clientSecret } = await startPurchase(world.member(buyer), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
}

describe('a suspended creator', () => {
  test('is missing from every list, feed, search and address; buyers keep what they bought', async () => {
    const { creator, buyer, item } = await stand();
    const free = await world.item({ creator: creator.id, tier: 'free', title: 'Rubber guard retention' });
    const draft = await world.item({ creator: creator.id, status: 'draft' });
    await row(world.em())`insert into featured (title, creator, image_url, content_id)
      values ('Card', 'Name', '/x.png', ${free})`;
    await bought(buyer, item);
    await suspend(fresh(), creator.id, 'Copied from another member');

    const visitor = world.scope();
    await expect(findCreator(visitor, creator.username)).rejects.toThrow('Not found');
    await expect(findCard(visitor, free)).rejects.toThrow('Not found');
    for (const query of ['', 'search=rubber', 'sort=popular', 'sort=price']) {
      const { items } = await listContent(visitor, {
        filters: filtersOf(new URLSearchParams(query)),
        size: 48,
      });
      expect(items.map(({ id }) => id)).not.toContain(free);
    }
    expect((await listCreators(visitor, { size: 48 })).items.map(({ id }) => id)).not.toContain(creator.id);
    expect(await siteFeed(visitor)).not.toContain('Rubber guard');
    expect(await sitemap(visitor, null)).not.toMatch(new RegExp(`/content/${free}<|${creator.username}<`));
    expect(await row(world.em())`select 1 from featured where is_active and content_id = ${free}`).toBeNull();

    const { items } = await myPurchases(world.member(buyer), { size: 12 });
    expect(items).toMatchObject([{ id: item, mediaAccess: 'viewer' }]);
    await expect(startPurchase(world.member(await world.person()), item)).rejects.toThrow('Not found');
    expect([await statusOf(free), await statusOf(draft)]).toEqual(['suspended', 'draft']);
  });

  test('is signed out, and reads why when signing in', async () => {
    const { creator } = await stand();
    await row(world.em())`update users set password_hash = ${await hashPassword('open guard')}
      where id = ${creator.id}`;
    const token = await beginSession(world.em(), creator.id, {
      now: world.clock.at,
      agent: null,
      address: '127.0.0.1',
    });
    await suspend(fresh(), creator.id, 'Spam in reviews');
    expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
    expect(await rows(world.em())`select 1 from sessions where user_id = ${creator.id}`).toEqual([]);
    const signIn = checkPassword(world.scope(), { email: creator.email, password: 'open guard' });
    await expect(signIn).rejects.toMatchObject({
      field: 'email',
      message: expect.stringMatching(
        /^This account is suspended\. The reason: “Spam in reviews”\. .*support@/,
      ),
    });
    const wrong = checkPassword(world.scope(), { email: creator.email, password: 'wrong one' });
    await expect(wrong).rejects.toThrow('Wrong email or password.');
  });

  test('publishes nothing more, neither by a running upload nor by a scheduled draft', async () => {
    const { creator } = await stand();
    const due = await world.item({ creator: creator.id, status: 'draft' });
    await row(world.em())`update content set publish_at = ${world.clock.at} where id = ${due}`;
    await suspend(fresh(), creator.id, 'Why');
    await publishDue(world.em(), world.clock.at);
    const late = await world.item({ creator: creator.id, status: 'published' });
    expect([await statusOf(due), await statusOf(late)]).toEqual(['suspended', 'suspended']);
    await reinstate(fresh(), creator.id);
    expect([await statusOf(due), await statusOf(late)]).toEqual(['published', 'published']);
  });

  test('is charged for no further month, and is restored as before', async () => {
    const member = await world.person();
    const { clientSecret } = await startSubscription(world.member(member), 'vip');
    await world.payments.answer(clientSecret);
    await shop.settled();
    const item = await world.item({ creator: member.id, tier: 'vip', priceCents: 499 });
    await suspend(fresh(), member.id, 'Why');
    await cancelBillingOfInactiveMembers(world.systemContext());
    await cancelBillingOfInactiveMembers(world.systemContext());
    const plan = await row(world.em())`
      select status, cancel_at_period_end as ends from subscriptions where user_id = ${member.id}`;
    expect(plan).toEqual({ status: 'active', ends: true });
    await reinstate(fresh(), member.id);
    const back = await row(world.em())`
      select u.status, u.suspension_reason as reason, c.status as item, c.is_for_sale as sells
      from users u join content c on c.creator_id = u.id where c.id = ${item}`;
    expect(back).toEqual({ status: 'active', reason: null, item: 'published', sells: true });
    expect((await findCreator(world.scope(), member.username)).contentCount).toBe(1);
    await shop.settled();
  });

  test('loses open checkouts: their own, and those for their items', async () => {
    const { creator, buyer, item, asBuyer } = await stand();
    const other = await stand();
    await startPurchase(asBuyer(), item, { hosted: true });
    await startPurchase(world.member(creator), other.item);
    await suspend(fresh(), creator.id, 'Why');
    await cancelBillingOfInactiveMembers(world.systemContext());
    const states = await rows(world.em())`
      select user_id as by, status from purchases where user_id = any(${[creator.id, buyer.id]}::int[]) order by id`;
    expect(states).toEqual([
      { by: buyer.id, status: 'cancelled' },
      { by: creator.id, status: 'cancelled' },
    ]);
    await shop.settled();
  });
});

test('every change is logged; a request that changes nothing is not', async () => {
  const { creator } = await stand();
  await suspend(fresh(), creator.id, 'Why');
  await expect(suspend(fresh(), creator.id, 'Again')).rejects.toThrow('already suspended');
  await reinstate(fresh(), creator.id);
  await expect(reinstate(fresh(), creator.id)).rejects.toThrow('not suspended');
  for (const mark of [true, true, false]) await setVerified(fresh(), creator.id, mark);
  const name = `${creator.firstName} ${creator.lastName} @${creator.username}`;
  const by = admin.viewer.id;
  expect(await auditEntriesAbout(world.em(), 'creator', creator.id)).toEqual([
    {
      by,
      name,
      verb: 'suspended',
      before: { status: 'active' },
      after: { status: 'suspended' },
      note: 'Why',
    },
    {
      by,
      name,
      verb: 'reinstated',
      note: null,
      before: { status: 'suspended', reason: 'Why' },
      after: { status: 'active', reason: null },
    },
    { by, name, verb: 'verified', before: { isVerified: false }, after: { isVerified: true }, note: null },
    {
      by,
      name,
      verb: 'took the verified mark from',
      note: null,
      before: { isVerified: true },
      after: { isVerified: false },
    },
  ]);
});

test('a member is signed out everywhere; admins cannot suspend themselves; unknown members are 404', async () => {
  const member = await world.person();
  const session = { now: world.clock.at, agent: null, address: '127.0.0.1' };
  const tokens = [
    await beginSession(world.em(), member.id, session),
    await beginSession(world.em(), member.id, session),
  ];
  await signOutEverywhere(fresh(), member.id);
  for (const token of tokens) expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
  expect(await auditEntriesAbout(world.em(), 'user', member.id)).toMatchObject([
    { verb: 'signed out everywhere' },
  ]);
  await expect(suspend(fresh(), admin.viewer.id, 'x')).rejects.toThrow('You cannot suspend yourself.');
  const nobody = 2_000_000_000;
  for (const act of [
    () => suspend(fresh(), nobody, 'x'),
    () => reinstate(fresh(), nobody),
    () => setVerified(fresh(), nobody, true),
    () => signOutEverywhere(fresh(), nobody),
  ]) {
    await expect(act()).rejects.toThrow('Not found');
  }
});

test('an item published while its creator is being suspended is hidden with the rest', async () => {
  const creator = await world.person({ plan: 'vip' });
  const draft = await world.item({ creator: creator.id, status: 'draft' });
  const em = world.em();
  // Not `transactional`: MikroORM would draw the publishing into the same transaction.
  await em.begin();
  await row(em)`update users set status = 'suspended', suspension_reason = 'Copied' where id = ${creator.id}`;
  const published = row(world.em())`update content set status = 'published' where id = ${draft}`;
  await untilLocked(em);
  await em.commit();
  await published;
  expect(await statusOf(draft)).toBe('suspended');
});
