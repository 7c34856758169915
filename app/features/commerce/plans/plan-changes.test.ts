import { describe, expect, test, vi } from 'vitest';
import { during } from '../../../../tests/support/database/counters.ts';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import type { MemberScope, Viewer } from '../../../scope.ts';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import { readFrameFacts } from '../../site/frame/frame-facts.server.ts';
import { listReceipts } from '../billing/billing.server.ts';
import { billingSummary, graceNotice } from './billing-summary.server.ts';
import {
  cancelPlan,
  changePlan,
  previewPlanChange,
  resumePlan,
  undoPlanChange,
} from './change-plan.server.ts';
import { startSubscription } from './subscribe.server.ts';

const shop = testShop();
const { world, planOf } = shop;
const day = 24 * 60;

/** The same member as the next request sees them. */
const now = async (viewer: Viewer) => world.member(await viewerById(world.em(), viewer.id, world.clock.at));

/** Advances the provider's clock, delivers its events and runs the worker. */
async function pass(minutes: number) {
  shop.later(minutes);
  await world.payments.sandbox.advance();
  await shop.settled();
}

const customerOf = async (viewer: Viewer) => {
  const [found] = await rows<{ customer_id: string }>(world.em())`
    select customer_id from customers where user_id = ${viewer.id}`;
  return found?.customer_id ?? '';
};

/** Until a moment after the plan's period. */
async function sleepPeriod(viewer: Viewer) {
  const { subscription } = await billingSummary(await now(viewer));
  const end = subscription?.nextBillingAt ?? subscription?.endsAt ?? world.clock.at;
  world.clock.at = new Date(end.getTime() + 60_000);
  await world.payments.sandbox.advance();
}

const passPeriod = async (viewer: Viewer) => {
  await sleepPeriod(viewer);
  await shop.settled();
};

const noticeOf = async (member: MemberScope) => graceNotice(member, (await readFrameFacts(member)).overdue);

describe('changing', () => {
  test('up: the price shown is the price charged, and the plan changes at once', async () => {
    const viewer = await shop.subscribed('premium');
    await pass(10 * day);
    const preview = await previewPlanChange(await now(viewer), 'vip');
    expect(preview).toMatchObject({ when: 'now', nextAmountCents: 2499 });
    shop.later(5);
    const { prorationAt } = preview;
    expect(await changePlan(await now(viewer), 'vip', { prorationAt })).toMatchObject({ state: 'changed' });
    expect((await now(viewer)).viewer.plan).toBe('vip');
    const { items } = await listReceipts(world.member(viewer));
    expect(items[0]).toMatchObject({ title: 'Change to VIP Elite', amountCents: preview.dueNowCents });
    await shop.settled();
  });

  test('up with a card that fails: the old plan stays until the difference is paid', async () => {
    const viewer = await shop.subscribed('premium');
    await shop.controls().failCard(await customerOf(viewer));
    const changed = await changePlan(await now(viewer), 'vip', { prorationAt: world.clock.at });
    expect(changed.state).toBe('payment_needed');
    expect((await now(viewer)).viewer.plan).toBe('premium');
    expect((await billingSummary(await now(viewer))).subscription).toMatchObject({ pendingPlan: 'vip' });
    await world.payments.answer(changed.url);
    await shop.settled();
    expect((await now(viewer)).viewer.plan).toBe('vip');
  });

  test('a price that was quoted too long ago is refused', async () => {
    const viewer = await shop.subscribed('premium');
    for (const minutes of [-31, 60]) {
      const prorationAt = new Date(world.clock.at.getTime() + minutes * 60_000);
      const answer = changePlan(await now(viewer), 'vip', { prorationAt });
      await expect(answer).rejects.toMatchObject({
        message: expect.stringMatching(/^The price shown is out of date/),
      });
    }
  });

  test('down: nothing changes before the period’s end, and it can be undone until then', async () => {
    const viewer = await shop.subscribed('vip');
    expect(await previewPlanChange(await now(viewer), 'premium')).toMatchObject({
      when: 'period_end',
      dueNowCents: 0,
    });
    expect(await changePlan(await now(viewer), 'premium')).toMatchObject({ state: 'scheduled' });
    expect((await billingSummary(await now(viewer))).subscription).toMatchObject({
      scheduledPlan: 'premium',
    });
    await undoPlanChange(await now(viewer));
    expect((await billingSummary(await now(viewer))).subscription).toMatchObject({ scheduledPlan: null });
    await changePlan(await now(viewer), 'premium');
    await pass(10 * day);
    expect((await now(viewer)).viewer.plan).toBe('vip');
    await passPeriod(viewer);
    expect((await now(viewer)).viewer.plan).toBe('premium');
  });

  test('[D3] after a downgrade the newest surplus items are no longer for sale; buyers keep theirs', async () => {
    const viewer = await shop.subscribed('vip');
    const items: number[] = [];
    for (let n = 0; n < 4; n += 1) items.push(await world.item({ creator: viewer.id, priceCents: 499 }));
    await changePlan(await now(viewer), 'premium');
    const forSale = async () =>
      (
        await rows<{ id: number }>(world.em())`
          select id from content where creator_id = ${viewer.id} and is_for_sale order by id`
      ).map(({ id }) => id);
    expect(await forSale()).toEqual(items);
    await passPeriod(viewer);
    expect(await forSale()).toEqual(items.slice(0, 2));
    await cancelPlan(await now(viewer));
    await passPeriod(viewer);
    expect(await forSale()).toEqual([]);
  });
});

describe('ending', () => {
  test('a cancelled plan lasts to the period’s end and can be resumed until then', async () => {
    const viewer = await shop.subscribed('premium');
    await cancelPlan(await now(viewer));
    expect((await billingSummary(await now(viewer))).subscription).toMatchObject({ nextBillingAt: null });
    await resumePlan(await now(viewer));
    expect((await billingSummary(await now(viewer))).subscription).toMatchObject({ endsAt: null });
    await cancelPlan(await now(viewer));
    await expect(changePlan(await now(viewer), 'vip')).rejects.toMatchObject({ status: 409 });
    await pass(20 * day);
    expect((await now(viewer)).viewer.plan).toBe('premium');
    await passPeriod(viewer);
    expect((await now(viewer)).viewer.plan).toBe('free');
    expect((await startSubscription(await now(viewer), 'vip')).clientSecret).toMatch(/^pi_/);
  });

  test('[D1] a failed renewal gives seven days of grace with a notice, then the plan ends', async () => {
    const viewer = await shop.subscribed('premium');
    await shop.controls().failCard(await customerOf(viewer));
    await passPeriod(viewer);
    const member = await now(viewer);
    expect(member.viewer.plan).toBe('premium');
    const notice = await noticeOf(member);
    expect(notice?.payUrl).toMatch(/\/sandbox\/pay\/pi_/);
    await pass(5 * day);
    expect((await now(viewer)).viewer.plan).toBe('premium');
    await pass(3 * day);
    expect((await now(viewer)).viewer.plan).toBe('free');
    expect(await noticeOf(await now(viewer))).toBeNull();
  });

  test('paying the failed renewal in time keeps the plan and clears the notice', async () => {
    const viewer = await shop.subscribed('premium');
    await shop.controls().failCard(await customerOf(viewer));
    await passPeriod(viewer);
    const notice = await noticeOf(await now(viewer));
    await world.payments.answer(notice?.payUrl ?? null);
    await shop.settled();
    expect(await noticeOf(await now(viewer))).toBeNull();
    expect((await now(viewer)).viewer.plan).toBe('premium');
  });

  test('a plan whose events are all lost is renewed, or ended, by the reconciler', async () => {
    const viewer = await shop.subscribed('premium');
    await sleepPeriod(viewer);
    await shop.controls().loseEvents(100);
    await shop.settled();
    expect(await planOf(viewer.id)).toMatchObject({ plan: 'premium' });
    expect((await listReceipts(world.member(viewer))).items).toHaveLength(2);
  });
});

test('a change without a row to save its key in is not sent to the provider', async () => {
  const { viewer, payments, ...scope } = world.member(await world.person());
  await row(world.em())`
    insert into subscriptions (user_id, subscription_id, plan, status, period_start, period_end, idempotency_key)
    values (${viewer.id}, 'sub_without_row', 'premium', 'active', ${world.clock.at},
      ${new Date(world.clock.at.getTime() + 86_400_000)}, 'subscription:without-row')`;
  const cancelAtPeriodEnd = vi.fn(payments.cancelAtPeriodEnd);
  const em = world.em();
  const cancelled = await during(
    em,
    () => cancelPlan({ ...scope, viewer, payments: { ...payments, cancelAtPeriodEnd } }),
    {
      lock: () => row(em)`select from subscriptions where user_id = ${viewer.id} for update`,
      change: () => row(em)`delete from subscriptions where user_id = ${viewer.id}`,
    },
  );
  expect(cancelled).toMatchObject({
    name: 'Error',
    message: expect.stringMatching(/^There is no subscription \d/),
  });
  expect(cancelAtPeriodEnd).not.toHaveBeenCalled();
});
