import { describe, expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost } from '../../../../tests/support/world.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { SubscriptionStatus } from '../../../payments/payment-states.ts';
import type { Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import { paymentCardUrl } from '../billing/billing.server.ts';
import * as cancel from '../billing/cancel-plan.page.tsx';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { billingSummary } from './billing-summary.server.ts';
import { cancelPlan, changePlan } from './change-plan.server.ts';
import * as mySubscription from './my-subscription.api.ts';
import { planFuture } from './plan-future.ts';
import { planOffer } from './plan-offer.server.ts';
import { syncSubscription } from './sync.server.ts';

const shop = testShop();
const { world, controls } = shop;
const provider = () => world.payments.sandbox.provider;
const fresh = async (viewer: Viewer) => viewerById(world.em(), viewer.id, world.clock.at);
const now = async (viewer: Viewer) => world.member(await fresh(viewer));
const down = () => Promise.reject(new PaymentProviderDown('timeout', 'gone'));

/** The month is over and the card is refused. */
async function failedRenewal() {
  const viewer = await shop.subscribed();
  const known = await row<{ customer_id: string; subscription_id: string }>(world.em())`
    select c.customer_id, s.subscription_id from customers c join subscriptions s using (user_id)
    where user_id = ${viewer.id}`;
  await controls().failCard(known?.customer_id ?? '');
  const { subscription } = await billingSummary(await now(viewer));
  world.clock.at = new Date((subscription?.nextBillingAt?.getTime() ?? 0) + 60_000);
  await world.payments.sandbox.advance();
  await shop.settled();
  return { viewer, subscriptionId: known?.subscription_id ?? '' };
}

const press = async (viewer: Viewer) =>
  redirectOf(
    await world.send(cancel.action, await fresh(viewer), '/account/billing/cancel', {}, formPost({})),
  );

describe('a renewal that failed', () => {
  test('cancelled within the grace period: the member reads the day on which it really ends', async () => {
    const { viewer } = await failedRenewal();
    const { subscription } = await billingSummary(await now(viewer));
    const day = (date?: Date | null) => date?.toISOString().slice(0, 10);
    expect(day(subscription?.graceUntil)).toBe('2026-07-08');
    expect((await press(viewer)).says).toBe('Plan cancelled: You keep Premium until Jul 8, 2026.');
  });

  test.each(['unpaid', 'paused'] as const)(
    'with the provider’s state %s: nothing opens, and the member can pay or cancel',
    async (status: SubscriptionStatus) => {
      const { viewer, subscriptionId } = await failedRenewal();
      const state = await provider().retrieveSubscription(subscriptionId);
      const retrieveSubscription = async () => state && { ...state, status };
      await syncSubscription(
        { ...world.systemContext(), payments: { ...provider(), retrieveSubscription } },
        subscriptionId,
      );
      const { plan, subscription } = await billingSummary(await now(viewer));
      expect(plan).toBe('free');
      expect(subscription).toMatchObject({
        nextBillingAt: null,
        payUrl: expect.stringMatching(/\/sandbox\/pay\/pi_/),
      });
      expect(subscription && planFuture(subscription)).toMatch(
        /^Your last payment failed and Premium has been closed since .* Pay to open it again\.$/,
      );
      expect(await planOffer(await now(viewer), 'premium')).toEqual({
        kind: 'blocked',
        text: 'Your last payment failed. You can pay it on your billing page.',
      });
      const call = await world.send(mySubscription.loader, await fresh(viewer), '/api/my-subscription');
      expect(await call.json()).toEqual({ tier: 'free', nextBilling: null });
      const shown = await world.send(cancel.loader, await fresh(viewer), '/account/billing/cancel');
      expect(await shown.json()).toEqual({ plan: 'premium', lastsUntil: null });
      expect((await press(viewer)).says).toBe('Plan cancelled: Nothing more is charged.');
      expect((await planOffer(await now(viewer), 'vip')).kind).toBe('new');
      await shop.settled();
    },
  );
});

describe('the provider', () => {
  test('does not answer after a change that it made: the change holds, and is recorded within minutes', async () => {
    const viewer = await shop.subscribed();
    const scope = await now(viewer);
    const payments = { ...provider(), retrieveSubscription: down };
    await cancelPlan({ ...scope, payments });
    expect((await billingSummary(await now(viewer))).subscription?.endsAt).toBeNull();
    await controls().loseEvents(100);
    shop.later(5);
    await reconcile(world.systemContext());
    expect((await billingSummary(await now(viewer))).subscription?.endsAt).toBeInstanceOf(Date);
    expect(
      await row(
        world.em(),
      )`select unanswered_change, change_key from subscriptions where user_id = ${viewer.id}`,
    ).toEqual({
      unanswered_change: null,
      change_key: null,
    });
    await shop.settled();
  });

  test('has no portal: the member reads so, and sees no broken page', async () => {
    const viewer = await shop.subscribed();
    const portalUrl = () => Promise.reject(new PaymentRefused('No configuration provided'));
    const asked = paymentCardUrl({ ...(await now(viewer)), payments: { ...provider(), portalUrl } });
    await expect(asked).rejects.toMatchObject({
      status: 409,
      message: 'Your card cannot be changed here at the moment. Please write to us.',
    });
  });
});

describe('a dispute over a month of a plan', () => {
  async function disputed() {
    const viewer = await shop.subscribed();
    const paid = await row<{ id: string }>(world.em())`
      select payment_id as id from charges where user_id = ${viewer.id}`;
    return { viewer, dispute: await controls().openDispute(paid?.id ?? '') };
  }

  test('open, the plan goes on; lost, it ends with its rights and is charged no more', async () => {
    const { viewer, dispute } = await disputed();
    await shop.settled();
    expect((await fresh(viewer)).plan).toBe('premium');
    await controls().closeDispute(dispute, 'lost');
    await shop.settled();
    expect((await fresh(viewer)).plan).toBe('free');
    expect((await billingSummary(await now(viewer))).subscription).toBeNull();
    expect((await planOffer(await now(viewer), 'premium')).kind).toBe('new');
  });

  test('lost over a past month, the month that was paid since goes on', async () => {
    const { viewer, dispute } = await disputed();
    const { subscription } = await billingSummary(await now(viewer));
    world.clock.at = new Date((subscription?.nextBillingAt?.getTime() ?? 0) + 60_000);
    await world.payments.sandbox.advance();
    await shop.settled();
    await controls().closeDispute(dispute, 'lost');
    await shop.settled();
    expect((await fresh(viewer)).plan).toBe('premium');
  });
});

test('an upgrade whose price was not shown, as on an outdated page, charges nothing', async () => {
  const viewer = await shop.subscribed();
  await expect(changePlan(await now(viewer), 'vip')).rejects.toMatchObject({
    status: 409,
    message: 'You already have Premium. Please check the cost of the change, then confirm it.',
  });
  expect((await fresh(viewer)).plan).toBe('premium');
});
