import { describe, expect, test } from 'vitest';
import {
  addresses,
  fresh,
  newMember,
  paymentWorld,
  subscriber,
} from '../../tests/support/money/payment-world.ts';
import { PaymentRefused } from './payment-errors.ts';

const hours = (count: number) => count * 3_600_000;
const days = (count: number) => hours(24 * count);

describe('plans', () => {
  const world = paymentWorld();
  const provider = () => world().provider;
  const later = (ms: number) => world().advance(new Date(world().now().getTime() + ms));
  const state = async (id: string) => (await provider().retrieveSubscription(id))!;
  const change = (subscriptionId: string) => ({ subscriptionId, idempotencyKey: `change:${fresh()}` });
  const invoices = async (id: string) =>
    (await provider().listInvoices(id)).map((invoice) => [
      invoice.reason,
      invoice.status,
      invoice.amountPaidCents,
    ]);
  const monthOf = ({ periodStart, periodEnd }: { periodStart: Date; periodEnd: Date }) =>
    [periodStart, periodEnd].map((date) => date.toISOString().slice(0, 10));

  test('a plan begins once its first invoice is paid, and keeps the last day of the month', async () => {
    const { customerId, memberId } = await newMember(world());
    const order = { customerId, memberId, plan: 'vip', idempotencyKey: `plan:${fresh()}` } as const;
    const made = await provider().createSubscription(order);
    expect(made.clientSecret.startsWith(`${made.paymentId}_secret_`)).toBe(true);
    expect(await provider().createSubscription(order)).toEqual(made);
    expect(await state(made.subscriptionId)).toMatchObject({ status: 'incomplete', plan: 'vip', memberId });

    await world().payer(made.paymentId, 'decline');
    await world().payer(made.paymentId, 'pay');
    const begun = await state(made.subscriptionId);
    expect(begun).toMatchObject({
      status: 'active',
      plan: 'vip',
      priceCents: 2499,
      currency: 'usd',
      customerId,
      cancelAtPeriodEnd: false,
      scheduledPlan: null,
      pendingPlan: null,
      endedAt: null,
    });
    expect(monthOf(begun)).toEqual(['2026-01-31', '2026-02-28']);
    const invoice = await provider().retrieveInvoice(begun.latestInvoiceId!);
    expect(invoice).toMatchObject({
      status: 'paid',
      reason: 'first',
      amountDueCents: 2499,
      amountPaidCents: 2499,
      subscriptionId: made.subscriptionId,
      paymentId: made.paymentId,
      memberId,
      paidAt: world().now(),
    });
    expect(monthOf(invoice!)).toEqual(monthOf(begun));
    // A plan's payment must never pass for the sale of an item.
    expect((await provider().retrievePayment(made.paymentId))?.purchase).toBeNull();
  });

  test('the payment page begins a running plan', async () => {
    const { customerId, memberId } = await newMember(world());
    const { sessionId } = await provider().hostedCheckout({
      kind: 'subscription',
      ...addresses,
      customerId,
      memberId,
      plan: 'premium',
      idempotencyKey: `plan:${fresh()}`,
    });
    await world().payer(sessionId, 'decline');
    expect(await provider().findSubscriptions(customerId)).toEqual([]);
    await world().payer(sessionId, 'pay');
    const session = await provider().retrieveCheckout(sessionId);
    expect(session).toMatchObject({ kind: 'subscription', status: 'complete', paid: true, memberId });
    const [subscription] = await provider().findSubscriptions(customerId);
    expect(subscription).toMatchObject({
      subscriptionId: session?.subscriptionId,
      status: 'active',
      plan: 'premium',
      memberId,
    });
  });

  test('an upgrade costs what the preview said, and the period stays', async () => {
    const { subscriptionId } = await subscriber(world());
    const before = await state(subscriptionId);
    await later(days(7));
    const preview = await provider().previewChange({ subscriptionId, plan: 'vip' });
    // 21 of 28 days are left: three quarters of 24.99 less three quarters of 9.99.
    expect(preview).toMatchObject({ plan: 'vip', dueNowCents: 1125, nextAmountCents: 2499, currency: 'usd' });
    expect(preview.nextBillingAt).toEqual(before.periodEnd);
    await later(hours(3));
    const order = {
      ...change(subscriptionId),
      plan: 'vip',
      when: 'now',
      prorationAt: preview.prorationAt,
    } as const;
    const changed = await provider().changePlan(order);
    expect(changed).toMatchObject({ payment: null, subscription: { plan: 'vip', priceCents: 2499 } });
    expect(changed.subscription.periodEnd).toEqual(before.periodEnd);
    expect(await provider().changePlan(order)).toMatchObject({
      payment: null,
      subscription: { plan: 'vip' },
    });
    expect(await invoices(subscriptionId)).toEqual([
      ['change', 'paid', 1125],
      ['first', 'paid', 999],
    ]);
  });

  test('a difference below the smallest charge is added to the next invoice', async () => {
    const { subscriptionId } = await subscriber(world());
    const { periodEnd } = await state(subscriptionId);
    await world().advance(new Date(periodEnd.getTime() - hours(1)));
    const preview = await provider().previewChange({ subscriptionId, plan: 'vip' });
    expect(preview).toMatchObject({ dueNowCents: 0, nextAmountCents: 2499 });
    const order = { ...change(subscriptionId), plan: 'vip', when: 'now' } as const;
    expect(await provider().changePlan(order)).toMatchObject({
      payment: null,
      subscription: { plan: 'vip' },
    });
    await later(hours(2));
    const [renewal, ...before] = await invoices(subscriptionId);
    expect(before).toEqual([
      ['change', 'paid', 0],
      ['first', 'paid', 999],
    ]);
    // An hour of 24.99 less an hour of 9.99: two or three cents, as the month is long.
    expect([2501, 2502]).toContain(renewal?.[2]);
  });

  test('an upgrade whose card is declined keeps the old plan until it is paid', async () => {
    const { subscriptionId } = await subscriber(world());
    await world().declineNext();
    const { subscription, payment } = await provider().changePlan({
      ...change(subscriptionId),
      plan: 'vip',
      when: 'now',
    });
    expect(subscription).toMatchObject({ plan: 'premium', pendingPlan: 'vip', status: 'active' });
    expect(payment?.clientSecret?.startsWith(`${payment.paymentId}_secret_`)).toBe(true);
    expect(URL.canParse(payment?.url ?? '')).toBe(true);
    await world().payer(payment!.paymentId!, 'pay');
    expect(await state(subscriptionId)).toMatchObject({ plan: 'vip', pendingPlan: null });
  });

  test('an unpaid upgrade is cancelled when asked, or after 23 hours', async () => {
    for (const forget of ['asked', 'late'] as const) {
      const { subscriptionId, customerId } = await subscriber(world());
      await world().failCard(customerId);
      const order = { ...change(subscriptionId), plan: 'vip', when: 'now' } as const;
      const { payment } = await provider().changePlan(order);
      if (forget === 'asked') await provider().undoPlanChange(change(subscriptionId));
      else await later(hours(24));
      await world().payer(payment!.paymentId!, 'pay');
      const expected = { plan: 'premium', pendingPlan: null, status: 'active' };
      expect(await state(subscriptionId)).toMatchObject(expected);
      expect((await invoices(subscriptionId))[0]).toEqual(['change', 'void', 0]);
    }
  });

  test('a downgrade waits for the period to end, costs nothing, and can be undone', async () => {
    const { subscriptionId } = await subscriber(world(), 'vip');
    const wait = () =>
      provider().changePlan({ ...change(subscriptionId), plan: 'premium', when: 'period_end' });
    const { subscription, payment } = await wait();
    expect(payment).toBeNull();
    expect(subscription).toMatchObject({ plan: 'vip', scheduledPlan: 'premium' });
    const undone = await provider().undoPlanChange(change(subscriptionId));
    expect(undone).toMatchObject({ plan: 'vip', scheduledPlan: null });
    await wait();
    await wait();
    expect(await invoices(subscriptionId)).toHaveLength(1);
    await world().advance(new Date(subscription.periodEnd.getTime() + hours(1)));
    const after = await state(subscriptionId);
    expect(after).toMatchObject({ plan: 'premium', scheduledPlan: null, priceCents: 999, status: 'active' });
    expect((await invoices(subscriptionId))[0]).toEqual(['renewal', 'paid', 999]);
    await world().advance(new Date(after.periodEnd.getTime() + hours(1)));
    expect(await state(subscriptionId)).toMatchObject({ plan: 'premium', status: 'active' });
  });

  test('an upgrade replaces a waiting downgrade', async () => {
    const { subscriptionId } = await subscriber(world(), 'vip');
    await provider().changePlan({ ...change(subscriptionId), plan: 'premium', when: 'period_end' });
    await provider().cancelAtPeriodEnd(change(subscriptionId));
    expect(await state(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true, scheduledPlan: null });
    const kept = await provider().changePlan({ ...change(subscriptionId), plan: 'vip', when: 'now' });
    expect(kept.subscription).toMatchObject({ plan: 'vip', scheduledPlan: null });
  });

  test('a cancelled plan runs to its end; resumed in time, it goes on', async () => {
    const stays = await subscriber(world());
    const goes = await subscriber(world());
    for (const { subscriptionId } of [stays, goes]) {
      const cancelled = await provider().cancelAtPeriodEnd(change(subscriptionId));
      expect(cancelled).toMatchObject({ status: 'active', cancelAtPeriodEnd: true, endedAt: null });
    }
    const resumed = await provider().resume(change(stays.subscriptionId));
    expect(resumed.cancelAtPeriodEnd).toBe(false);
    await world().advance(new Date(resumed.periodEnd.getTime() + 1_000));
    expect(await state(stays.subscriptionId)).toMatchObject({ status: 'active' });
    const ended = await state(goes.subscriptionId);
    expect(ended.status).toBe('canceled');
    expect(ended.endedAt).toEqual(resumed.periodEnd);
    const late = provider().resume(change(goes.subscriptionId));
    await expect(late).rejects.toBeInstanceOf(PaymentRefused);
  });

  test('a plan can end at once', async () => {
    const { subscriptionId } = await subscriber(world());
    const ends = await Promise.all([1, 2, 3].map(() => provider().cancelNow(change(subscriptionId))));
    for (const ended of [...ends, await provider().cancelNow(change(subscriptionId))])
      expect(ended).toMatchObject({ status: 'canceled' });
  });
});
