import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { smallMap } from '../../../../tests/support/map/small-map.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordPayout } from '../../commerce/earnings/payouts.server.ts';
import { startSubscription } from '../../commerce/plans/subscribe.server.ts';
import { startPurchase } from '../../commerce/purchases/buy.server.ts';
import { setFollow } from '../../community/follows/follows.server.ts';
import { rateContent } from '../../community/ratings/ratings.server.ts';
import { beginSession, viewerOf } from '../../identity/sessions/sessions.server.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { deleteMember } from './anonymise.server.ts';
import { cancelBillingOfInactiveMembers } from './cancel-billing.server.ts';

const shop = testShop();
const { world, stand } = shop;
let admin: AdminScope;
beforeEach(async () => {
  admin = world.member(await world.person({ isAdmin: true }));
});

const rowOf = (id: number) => row<Record<string, unknown>>(world.em())`select * from users where id = ${id}`;

/** A creator with a plan, a sold item, one never sold, a picture of their own, and people around them. */
async function known() {
  const made = await stand(999);
  const { creator, item } = made;
  const [portrait, soldKey] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  await row(
    world.em(),
  )`update users set bio = 'I teach', payout_email = 'pay@example.com', martial_art = 'judo',
    profile_image_key = ${portrait}, pending_email = 'next@example.com', pending_email_until = now()
    where id = ${creator.id}`;
  const { clientSecret: plan } = await startSubscription(world.member({ ...creator, plan: 'free' }), 'vip');
  await world.payments.answer(plan);
  const { clientSecret } = await startPurchase(made.asBuyer(), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  const unsold = await world.item({ creator: creator.id, tier: 'free', hasPicture: true });
  await row(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color)
    values (${portrait}, ${creator.id}, null, 'image', 'ready', 'image/png', 640, 480, 1, '#aabbcc'),
      (${soldKey}, ${creator.id}, ${item}, 'image', 'ready', 'image/png', 640, 480, 1, '#aabbcc')`;
  return { ...made, unsold, soldKey };
}

describe('a deleted member', () => {
  test('[D18] is anonymous: no name, address, words, pictures, sessions or follows', async () => {
    const { creator, buyer, unsold, soldKey } = await known();
    const session = { now: world.clock.at, agent: null, address: '127.0.0.1' };
    const token = await beginSession(world.em(), creator.id, session);
    const other = await world.item({ tier: 'free' });
    await rateContent(world.member(creator), other, { rating: 4, review: 'I am Marina from Porto' });
    await setFollow(world.scope(buyer), creator.username, true);
    await row(world.em())`insert into upload_sessions (id, owner_id, name, fingerprint, bytes)
      values (${'b'.repeat(32)}, ${creator.id}, 'marina-at-home.mov', 'x', 9)`;
    const { at, leap } = await smallMap(world.scope());
    const mount = at('Mount');
    await row(
      world.em(),
    )`insert into position_follows (member_id, position_id) values (${creator.id}, ${mount})`;
    await row(world.em())`insert into map_corrections (member_id, position_id, subject, text)
      values (${creator.id}, ${mount}, 'name', 'In Porto we call it montada')`;
    await row(world.em())`update map_positions set proposed_by = ${creator.id} where id = ${mount}`;
    await row(world.em())`update map_transitions set decided_by = ${creator.id}
      where id = ${leap('Gift wrap', 'Mount')}`;
    await deleteMember(admin, creator.id);

    const name = `deleted-${creator.id}`;
    const blank = { bio: null, martial_art: null, profile_image_key: null, pending_email: null };
    const nobody = { username: name, email: name, first_name: 'Deleted', last_name: 'member' };
    expect(await rowOf(creator.id)).toMatchObject({ ...nobody, ...blank, status: 'deleted' });
    const customer = await row(world.em())`select email, name from customers where user_id = ${creator.id}`;
    expect(customer).toEqual({ email: name, name: 'Deleted member' });
    expect(await viewerOf(world.em(), token, world.clock.at)).toBeNull();
    expect(await rows(world.em())`select 1 from upload_sessions where owner_id = ${creator.id}`).toEqual([]);
    expect(await rows(world.em())`select 1 from follows where creator_id = ${creator.id}`).toEqual([]);
    const map = await row(world.em())`
      select (select count(*)::int from position_follows) + (select count(*)::int from map_corrections)
        + (select count(*)::int from map_positions where proposed_by is not null)
        + (select count(*)::int from map_transitions where decided_by is not null) as left`;
    expect(map).toEqual({ left: 0 });
    const rated = await row(world.em())`select stars, review from ratings where user_id = ${creator.id}`;
    expect(rated).toEqual({ stars: 4, review: null });
    expect(await row(world.em())`select 1 from content where id = ${unsold}`).toBeNull();
    const files = await rows(world.em())`select key from media where owner_id = ${creator.id}`;
    expect(files).toEqual([{ key: soldKey }]);
  });

  test('leaves sold items to their buyers, and every row about money unchanged', async () => {
    const { creator, asBuyer, item } = await known();
    const books = () =>
      rows(world.em())`select 'ledger' as book, id, amount_cents from ledger_entries
        union all select 'charges', id, amount_cents from charges
        union all select 'purchases', id, amount_cents from purchases where status = 'paid' order by 1, 2`;
    const before = await books();
    await deleteMember(admin, creator.id);
    expect(await books()).toEqual(before);
    const card = await findCard(asBuyer(), item);
    expect(card).toMatchObject({ mediaAccess: 'viewer', status: 'withdrawn', creatorFirstName: 'Deleted' });
    await expect(findCard(world.scope(), item)).rejects.toThrow('Not found');
  });

  test('has no plan at the provider any more, also not one that was just being paid', async () => {
    const { creator } = await known();
    const starter = await world.person();
    await startSubscription(world.member(starter), 'premium');
    for (const { id } of [creator, starter]) await deleteMember({ ...admin, em: world.em() }, id);
    await cancelBillingOfInactiveMembers(world.systemContext());
    const plans = await rows(world.em())`
      select status from subscriptions where user_id = any(${[creator.id, starter.id]}::int[]) order by user_id`;
    expect(plans.map((plan) => (plan as { status: string }).status)).toEqual([
      'canceled',
      expect.stringMatching(/expired|canceled/),
    ]);
    expect(await rowOf(creator.id)).toMatchObject({ plan: 'free' });
    await shop.settled();
  });

  test('keeps the payout address until the last balance is paid', async () => {
    const { creator } = await known();
    await deleteMember({ ...admin, em: world.em() }, creator.id);
    expect(await rowOf(creator.id)).toMatchObject({ payout_email: 'pay@example.com' });
    await recordPayout(admin, { creatorId: creator.id, amountCents: 500, attempt: crypto.randomUUID() });
    expect(await rowOf(creator.id)).toMatchObject({ payout_email: null });
    const broke = await world.person();
    await row(world.em())`update users set payout_email = 'x@example.com' where id = ${broke.id}`;
    await deleteMember({ ...admin, em: world.em() }, broke.id);
    expect(await rowOf(broke.id)).toMatchObject({ payout_email: null });
  });

  test('is logged as deleted, by whom and with what, and cannot be deleted again', async () => {
    const { creator } = await known();
    await deleteMember({ ...admin, em: world.em() }, creator.id);
    expect(await auditEntriesAbout(world.em(), 'creator', creator.id)).toEqual([
      {
        by: admin.viewer.id,
        verb: 'deleted',
        name: `${creator.firstName} ${creator.lastName} @${creator.username}`,
        before: null,
        after: { itemsDeleted: 1, itemsKept: 1, owedCents: 500 },
        note: null,
      },
    ]);
    await expect(deleteMember({ ...admin, em: world.em() }, creator.id)).rejects.toThrow('Not found');
    const self = deleteMember({ ...admin, em: world.em() }, admin.viewer.id);
    await expect(self).rejects.toThrow('You cannot delete your own account here.');
  });
});
