import { expect, test } from 'vitest';
import { lockedBy, recordLocks } from '../../../../tests/support/database/lock-recorder.ts';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { simultaneously } from '../../../../tests/support/simultaneous.ts';
import { row } from '../../../../tests/support/sql.ts';
import { lockOrder } from '../../../db/lock-order.server.ts';
import type { Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import { publishDue } from '../../library/authoring/release.server.ts';
import { dropAllSurplusSales } from '../../library/authoring/sale-rights.server.ts';
import { putBack, takeDown } from '../../library/items/take-down.server.ts';
import { reinstate, suspend } from '../../operations/members/account-status.server.ts';
import { deleteMember } from '../../operations/members/anonymise.server.ts';
import { cancelBillingOfInactiveMembers } from '../../operations/members/cancel-billing.server.ts';
import { givePlan, takeGiftBack } from '../../operations/members/gifts/gifts.server.ts';
import { decideRequest } from '../custom-requests/steps/decide.server.ts';
import { expireOverdueRequests } from '../custom-requests/steps/expire-overdue.server.ts';
import { recordPayout } from '../earnings/payouts.server.ts';
import { cancelPlan, changePlan, resumePlan } from '../plans/change-plan.server.ts';
import { startSubscription } from '../plans/subscribe.server.ts';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { startPurchase } from '../purchases/buy.server.ts';
import { fulfil } from '../purchases/fulfil.server.ts';
import { refundPurchase } from '../purchases/refund-purchase.server.ts';

const { transactions, deadlocks } = recordLocks();
const shop = testRequests();
const { world, stand, controls } = shop;

const as = async (viewer: Viewer) => world.member(await viewerById(world.em(), viewer.id, world.clock.at));
const asAdmin = async () => world.member(await world.person({ isAdmin: true }));

async function sold() {
  const made = await stand(999);
  const { clientSecret, purchaseId } = await startPurchase(made.asBuyer(), made.item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  return { ...made, purchaseId, paymentId: clientSecret?.split('_secret_')[0] ?? '' };
}

/** A request whose item is delivered, and may be published by both. */
async function delivered() {
  const { creator, vip } = await shop.pair();
  const id = await shop.ask(vip, creator);
  await shop.takeStep(creator, id, 'accept');
  await shop.pay(vip, id);
  const item = await shop.itemOf(id);
  await row(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
    values (${`key-${id}`}, ${creator.id}, ${item}, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc', '{320}')`;
  await shop.takeStep(creator, id, 'deliver');
  const bought = await row<{ id: number }>(world.em())`select id from purchases where content_id = ${item}`;
  return { creator, vip, id, item, purchaseId: bought?.id ?? 0 };
}

test('the recorder reads from a statement which rows it locks', () => {
  expect(lockedBy('select 1 from users where id = any($1::int[]) order by id for key share')).toEqual([
    'users',
  ]);
  expect(lockedBy('select h.id from charges h join x p on true where a = $1 for no key update of h')).toEqual(
    ['charges'],
  );
  expect(
    lockedBy('with a as (select id from content where id = 1 for update) update media set x = 1'),
  ).toEqual(['content', 'media']);
  expect(lockedBy('insert into likes values (1) on conflict do nothing')).toEqual(['likes']);
  expect(
    lockedBy('select "h"."id" from "charges" as "h" left join "x" as "p" on true for no key update of "h"'),
  ).toEqual(['charges']);
  expect(lockedBy('select "id" from "users" where "id" = $1 for key share')).toEqual(['users']);
  expect(lockedBy('insert into "likes" values (1) on conflict ("id") do update set "a" = 1')).toEqual([
    'likes',
  ]);
});

test('every transaction with money takes its locks in the same order', async () => {
  const admin = await asAdmin();
  const first = await sold();
  const second = await sold();
  await recordPayout(await asAdmin(), { creatorId: first.creator.id, amountCents: 1, attempt: 'a' });
  await refundPurchase(admin, first.purchaseId);
  await controls().closeDispute(await controls().openDispute(second.paymentId), 'lost');
  await shop.settled();

  const { item } = await stand();
  const seller = await world.person();
  const { clientSecret } = await startSubscription(await as(seller), 'premium');
  await world.payments.answer(clientSecret);
  await shop.settled();
  await cancelPlan(await as(seller));
  await resumePlan(await as(seller));
  await changePlan(await as(seller), 'vip', { prorationAt: world.clock.at });
  await givePlan(admin, seller.id, { plan: 'vip', until: '2026-06-20', note: '' } as never);
  await takeGiftBack(admin, seller.id);
  await dropAllSurplusSales(world.em(), world.clock.at);
  await publishDue(world.em(), world.clock.at);
  await world.em().transactional((em) => takeDown(admin, em, item, 'Copied'));
  await world.em().transactional((em) => putBack(admin, em, item));

  const done = await delivered();
  await shop.takeStep(done.vip, done.id, 'confirm');
  await shop.takeStep(done.vip, done.id, 'publish');
  await shop.takeStep(done.creator, done.id, 'publish');
  const disputed = await delivered();
  await shop.takeStep(disputed.vip, disputed.id, 'dispute', 'Not what was asked for');
  await decideRequest(admin, disputed.id, { outcome: 'refund', reason: 'As it is' });
  await expireOverdueRequests(world.systemContext());
  await suspend(admin, disputed.creator.id, 'Copied');
  await reinstate(admin, disputed.creator.id);
  await deleteMember(admin, done.creator.id);
  await cancelBillingOfInactiveMembers(world.systemContext());
  await shop.settled();

  const wrong = transactions.filter((tables) => {
    const ranks = tables.map((table) => lockOrder.indexOf(table as never)).filter((rank) => rank >= 0);
    return ranks.some((rank, n) => n > 0 && rank < (ranks[n - 1] ?? 0));
  });
  expect([...new Set(wrong.map((tables) => tables.join(' > ')))]).toEqual([]);
  // Each table of the order was locked after another one at least once.
  const met = new Set(transactions.flatMap((tables) => tables.slice(1)));
  expect(lockOrder.filter((table) => table !== 'users' && !met.has(table))).toEqual([]);
});

const rounds = 4;

test('two admins who pay each other out at once wait for each other without a deadlock', async () => {
  const [one, two] = [await sold(), await sold()];
  const admins = [one.creator, two.creator];
  await row(
    world.em(),
  )`update users set is_admin = true where id = any(${admins.map(({ id }) => id)}::int[])`;
  for (let round = 0; round < rounds * 2; round += 1) {
    const answers = await simultaneously(8, async (n) => {
      const creatorId = admins[n % 2]!.id;
      const scope = world.member(admins[(n + 1) % 2]!);
      return recordPayout(scope, { creatorId, amountCents: 1, attempt: `${round} ${n}` });
    });
    expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
  }
  expect(deadlocks).toEqual([]);
});

test('a refund while both sides publish, or while one side leaves, ends without a deadlock', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { creator, vip, id, purchaseId } = await delivered();
    await shop.takeStep(vip, id, 'confirm');
    await shop.takeStep(vip, id, 'publish');
    const paid = await row<{ id: string }>(
      world.em(),
    )`select payment_id as id from purchases where id = ${purchaseId}`;
    const [admin, other] = [await asAdmin(), await asAdmin()];
    const answers = await simultaneously(
      4,
      () => refundPurchase({ ...admin, em: world.em() }, purchaseId),
      () => shop.takeStep(creator, id, 'publish'),
      () => fulfil(world.systemContext(), paid?.id ?? ''),
      () => deleteMember(other, round % 2 ? creator.id : vip.id),
      () => expireOverdueRequests(world.systemContext()),
      () => reconcile(world.systemContext()),
    );
    const codes = answers.map(({ error }) => JSON.stringify([error?.name, error?.message]));
    expect(codes.filter((text) => /deadlock|Conflict|could not be/.test(text))).toEqual([]);
    await shop.settled();
  }
  expect(deadlocks).toEqual([]);
});
