import { describe, expect, test } from 'vitest';
import { fresh, newMember, paymentWorld, subscriber } from '../../tests/support/money/payment-world.ts';

const days = (count: number) => count * 86_400_000;

describe('renewals', () => {
  const world = paymentWorld();
  const provider = () => world().provider;
  const later = (ms: number) => world().advance(new Date(world().now().getTime() + ms));
  const state = async (id: string) => (await provider().retrieveSubscription(id))!;
  const latest = async (id: string) => (await provider().listInvoices(id))[0]!;

  test('each month is billed once, on the last day when the month is short', async () => {
    const { subscriptionId, memberId } = await subscriber(world());
    await world().advance(new Date('2026-04-30T12:00:00Z'));
    await world().advance(new Date('2026-04-30T12:00:01Z'));
    const paid = await provider().listInvoices(subscriptionId);
    expect(paid.map(({ reason, status, amountPaidCents }) => [reason, status, amountPaidCents])).toEqual([
      ['renewal', 'paid', 999],
      ['renewal', 'paid', 999],
      ['renewal', 'paid', 999],
      ['first', 'paid', 999],
    ]);
    expect(paid.map(({ periodStart }) => periodStart.toISOString().slice(0, 10))).toEqual([
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
    ]);
    expect(new Set(paid.map(({ paymentId }) => paymentId)).size).toBe(4);
    expect(paid.every((invoice) => invoice.memberId === memberId)).toBe(true);
    const { periodEnd } = await state(subscriptionId);
    expect(periodEnd.toISOString()).toBe(new Date('2026-05-31T10:00:00Z').toISOString());
  });

  test('a failed renewal is past due, is tried again, and recovers when the card does', async () => {
    const { subscriptionId, customerId } = await subscriber(world());
    const { periodEnd } = await state(subscriptionId);
    await world().failCard(customerId);
    await world().advance(periodEnd);
    expect(await state(subscriptionId)).toMatchObject({ status: 'past_due', plan: 'premium' });
    const failed = await latest(subscriptionId);
    expect(failed).toMatchObject({ reason: 'renewal', status: 'open', attempts: 1, amountPaidCents: 0 });
    expect(failed.nextAttemptAt).toEqual(new Date(periodEnd.getTime() + days(1)));
    expect(URL.canParse(failed.url ?? '')).toBe(true);
    await later(days(1));
    expect(await latest(subscriptionId)).toMatchObject({ status: 'open', attempts: 2 });
    await world().failCard(customerId, false);
    await later(days(2));
    expect(await state(subscriptionId)).toMatchObject({ status: 'active' });
    expect(await latest(subscriptionId)).toMatchObject({ status: 'paid', nextAttemptAt: null });
  });

  test('the member can pay a failed renewal before it is tried again', async () => {
    const { subscriptionId, customerId } = await subscriber(world());
    await world().failCard(customerId);
    await world().advance((await state(subscriptionId)).periodEnd);
    await world().payer((await latest(subscriptionId)).paymentId!, 'pay');
    expect(await state(subscriptionId)).toMatchObject({ status: 'active' });
    await later(days(20));
    const invoices = await provider().listInvoices(subscriptionId);
    expect(invoices.filter(({ reason }) => reason === 'renewal')).toHaveLength(1);
  });

  test('after the last failure, a week later, the plan ends and its invoice can no longer be paid', async () => {
    const { subscriptionId, customerId } = await subscriber(world());
    await world().failCard(customerId);
    const { periodEnd } = await state(subscriptionId);
    await world().advance(new Date(periodEnd.getTime() + days(6)));
    expect(await state(subscriptionId)).toMatchObject({ status: 'past_due' });
    await later(days(1));
    expect(await state(subscriptionId)).toMatchObject({ status: 'canceled' });
    const invoice = await latest(subscriptionId);
    expect(invoice).toMatchObject({ status: 'uncollectible', amountPaidCents: 0, attempts: 5 });
    await world().payer(invoice.paymentId!, 'pay');
    expect(await state(subscriptionId)).toMatchObject({ status: 'canceled' });
    expect(await provider().retrievePayment(invoice.paymentId!)).toMatchObject({ receivedCents: 0 });
  });

  test('a plan that is not paid within 23 hours never begins', async () => {
    const { customerId, memberId } = await newMember(world());
    const order = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${fresh()}` } as const;
    const { subscriptionId, paymentId } = await provider().createSubscription(order);
    await later(days(1));
    expect(await state(subscriptionId)).toMatchObject({ status: 'incomplete_expired' });
    await world().payer(paymentId, 'pay');
    expect(await state(subscriptionId)).toMatchObject({ status: 'incomplete_expired' });
    expect(await provider().retrievePayment(paymentId)).toMatchObject({
      status: 'canceled',
      receivedCents: 0,
    });
  });
});
