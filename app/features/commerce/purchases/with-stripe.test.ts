import { expect, test } from 'vitest';
import { idOfWay as idOf, testStripeShop } from '../../../../tests/support/money/stripe-shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import { listReceipts } from '../billing/billing.server.ts';
import { billingSummary } from '../plans/billing-summary.server.ts';
import { cancelPlan, changePlan, previewPlanChange, resumePlan } from '../plans/change-plan.server.ts';
import { startSubscription } from '../plans/subscribe.server.ts';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { startPurchase } from './buy.server.ts';
import { refundPurchase } from './refund-purchase.server.ts';

/** The same rules over the product's own Stripe implementation, with the sandbox behind it. */
const { world, stripe, systemContext, as, stand, statesOf, deliver, later } = testStripeShop();

test.each([true, false])('a sale by the payment page: %s, and its refund', async (hosted) => {
  const { buyer, item } = await stand();
  const started = await startPurchase(await as(buyer), item, { hosted });
  await stripe().payer(idOf(started), 'decline');
  await deliver();
  expect(idOf(await startPurchase(await as(buyer), item, { hosted }))).toBe(idOf(started));
  await stripe().payer(idOf(started), 'pay');
  await deliver();
  expect(await statesOf(item)).toEqual(['paid']);
  const admin = await as(await world.person({ isAdmin: true }));
  await refundPurchase(admin, started.purchaseId);
  await deliver();
  expect(await statesOf(item)).toEqual(['refunded']);
  const sum = await row(world.em())`
    select sum(e.amount_cents)::int as cents, count(*)::int as entries from ledger_entries e
    join charges h on h.id = e.charge_id where h.purchase_id = ${started.purchaseId}`;
  expect(sum).toEqual({ cents: 0, entries: 4 });
});

test('a member who changes the way of paying pays once', async () => {
  const { buyer, item } = await stand();
  const form = await startPurchase(await as(buyer), item);
  const page = await startPurchase(await as(buyer), item, { hosted: true });
  const again = await startPurchase(await as(buyer), item);
  for (const way of [form, page, again]) {
    // A closed way cannot be paid, which is what is tested.
    await stripe().payer(idOf(way), 'pay');
  }
  await deliver();
  expect(await statesOf(item)).toEqual(['paid']);
  const kept = (await stripe().all('payment_intent')).filter(
    ({ status, metadata }) => status === 'succeeded' && metadata.content_id === String(item),
  );
  expect(kept).toHaveLength(1);
});

test('a lost dispute takes access and shares; with every delivery lost, the reconciler records a sale', async () => {
  const { buyer, item } = await stand();
  const started = await startPurchase(await as(buyer), item);
  await stripe().payer(idOf(started), 'pay');
  await stripe().deliveries();
  await later(3);
  await reconcile(systemContext());
  expect(await statesOf(item)).toEqual(['paid']);
  const dispute = await stripe().controls.openDispute(idOf(started));
  await deliver();
  expect(await statesOf(item)).toEqual(['paid']);
  await stripe().controls.closeDispute(dispute, 'lost');
  await deliver();
  expect(await statesOf(item)).toEqual(['disputed']);
});

test('a plan from the first payment through upgrade, cancellation and undo to its renewal', async () => {
  const viewer = await world.person();
  const planOf = async () => (await as(viewer)).viewer.plan;
  const started = await startSubscription(await as(viewer), 'premium');
  await stripe().payer(idOf(started), 'pay');
  await deliver();
  expect(await planOf()).toBe('premium');
  const { prorationAt, dueNowCents } = await previewPlanChange(await as(viewer), 'vip');
  expect(await changePlan(await as(viewer), 'vip', { prorationAt })).toMatchObject({ state: 'changed' });
  expect(await planOf()).toBe('vip');
  await deliver();
  const { items } = await listReceipts(await as(viewer));
  expect(items.map(({ amountCents }) => amountCents)).toEqual([dueNowCents, 999]);
  await changePlan(await as(viewer), 'premium');
  expect((await billingSummary(await as(viewer))).subscription).toMatchObject({ scheduledPlan: 'premium' });
  await deliver();
  await cancelPlan(await as(viewer));
  await resumePlan(await as(viewer));
  await deliver();
  await later(32 * 24 * 60);
  await deliver();
  expect(await planOf()).not.toBe('free');
  expect((await listReceipts(await as(viewer))).items).toHaveLength(3);
});

test('a failed renewal has its grace period, and an unreachable Stripe is reported without harm', async () => {
  const viewer = await world.person();
  const started = await startSubscription(await as(viewer), 'vip', { hosted: true });
  await stripe().payer(idOf(started), 'pay');
  await deliver();
  const customer = await row<{ customer_id: string }>(world.em())`
    select customer_id from customers where user_id = ${viewer.id}`;
  await stripe().controls.failCard(customer?.customer_id ?? '');
  await later(31 * 24 * 60);
  await deliver();
  const { plan, subscription } = await billingSummary(await as(viewer));
  expect(plan).toBe('vip');
  expect(subscription?.graceUntil?.getTime()).toBeGreaterThan(world.clock.at.getTime());
  const { buyer, item } = await stand();
  await stripe().controls.switchOff();
  await expect(startPurchase(await as(buyer), item)).rejects.toMatchObject({ status: 503 });
  await stripe().controls.switchOff(false);
  expect((await startPurchase(await as(buyer), item)).state).toBe('open');
});
