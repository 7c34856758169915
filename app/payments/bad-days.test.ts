import { describe, expect, test } from 'vitest';
import {
  addresses,
  newMember,
  orderFor,
  paymentWorld,
  subscriber,
} from '../../tests/support/money/payment-world.ts';
import { PaymentProviderDown } from './payment-errors.ts';
import type { Delivery } from './sandbox/events.sql.server.ts';

describe('failures of the provider', () => {
  const world = paymentWorld();
  const provider = () => world().provider;
  const kindsOf = (deliveries: Delivery[]) =>
    deliveries.map(({ body, headers }) => provider().parseEvent(body, headers).type);

  test('while the provider is down every call says so, and afterwards the same key works', async () => {
    const order = orderFor(await newMember(world()));
    await world().switchOff(true);
    await expect(provider().createPurchase(order)).rejects.toMatchObject({
      name: 'PaymentProviderDown',
      reason: 'unreachable',
      keySpent: false,
    });
    await expect(provider().retrievePayment('pi_1')).rejects.toBeInstanceOf(PaymentProviderDown);
    await world().switchOff(false);
    const made = await provider().createPurchase(order);
    expect(await provider().findPayments(order)).toMatchObject([{ paymentId: made.paymentId }]);
  });

  test('a failure before anything happened leaves the key usable', async () => {
    const order = orderFor(await newMember(world()));
    await world().fail({ stored: false });
    const failed = provider().createPurchase(order);
    await expect(failed).rejects.toMatchObject({
      name: 'PaymentProviderDown',
      reason: 'failed',
      keySpent: false,
    });
    expect(await provider().findPayments(order)).toEqual([]);
    await provider().createPurchase(order);
    expect(await provider().findPayments(order)).toHaveLength(1);
  });

  test('a stored failure is returned for its key every time; a new key begins again', async () => {
    const order = orderFor(await newMember(world()));
    await world().fail({ stored: true });
    await expect(provider().createPurchase(order)).rejects.toBeInstanceOf(PaymentProviderDown);
    const again = provider().createPurchase(order);
    await expect(again).rejects.toMatchObject({ name: 'PaymentProviderDown', keySpent: true });
    expect(await provider().findPayments(order)).toEqual([]);
    await provider().createPurchase({ ...order, idempotencyKey: `${order.idempotencyKey}:2` });
    expect(await provider().findPayments(order)).toHaveLength(1);
  });

  test('an action whose answer was lost happened once, and its key returns the result', async () => {
    const order = orderFor(await newMember(world()));
    const { paymentId } = await provider().createPurchase(order);
    await world().payer(paymentId, 'pay');
    const refund = { paymentId, idempotencyKey: `refund:${paymentId}` };
    await world().dropAnswer();
    // The client repeats the call by itself, with the same key.
    expect(await provider().refund(refund)).toMatchObject({ status: 'succeeded', amountCents: 499 });
    expect(await provider().retrievePayment(paymentId)).toMatchObject({ refundedCents: 499 });
  });

  test('a plan whose answer was lost is found at its customer', async () => {
    const { customerId, memberId } = await newMember(world());
    await world().dropAnswer();
    const order = { customerId, memberId, plan: 'vip', idempotencyKey: `plan:${memberId}` } as const;
    await provider()
      .createSubscription(order)
      .catch(() => null);
    const [found, ...others] = await provider().findSubscriptions(customerId);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ status: 'incomplete', plan: 'vip', memberId });
    expect(await provider().createSubscription(order)).toMatchObject({
      subscriptionId: found?.subscriptionId,
    });
  });

  test('the webhook reports a payment whose tab was closed', async () => {
    await world().deliveries();
    const order = { kind: 'purchase', ...addresses, ...orderFor(await newMember(world())) } as const;
    const { sessionId } = await provider().hostedCheckout(order);
    await world().payer(sessionId, 'pay');
    const types = kindsOf(await world().deliveries());
    expect(types).toContain('checkout.session.completed');
    expect(types).toContain('payment_intent.succeeded');
    expect(kindsOf(await world().deliveries())).toEqual([]);
  });

  test('two tabs that pay one session pay once', async () => {
    const order = { kind: 'purchase', ...addresses, ...orderFor(await newMember(world())) } as const;
    const { sessionId } = await provider().hostedCheckout(order);
    await Promise.all([world().payer(sessionId, 'pay'), world().payer(sessionId, 'pay')]);
    const payments = await provider().findPayments(order);
    expect(payments.map(({ status, receivedCents }) => [status, receivedCents])).toEqual([
      ['succeeded', 499],
    ]);
  });

  test('a renewal that fails is reported, and so is the end of the plan', async () => {
    const { subscriptionId, customerId } = await subscriber(world());
    await world().failCard(customerId);
    await world().deliveries();
    const { periodEnd } = (await provider().retrieveSubscription(subscriptionId))!;
    await world().advance(periodEnd);
    expect(kindsOf(await world().deliveries())).toEqual(
      expect.arrayContaining(['invoice.payment_failed', 'customer.subscription.updated']),
    );
    await world().advance(new Date(periodEnd.getTime() + 8 * 86_400_000));
    expect(kindsOf(await world().deliveries())).toContain('customer.subscription.deleted');
  });
});
