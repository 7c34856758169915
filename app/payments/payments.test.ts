import { describe, expect, test } from 'vitest';
import { addresses, newMember, orderFor, paymentWorld } from '../../tests/support/money/payment-world.ts';
import { PaymentKeyReused, PaymentRefused } from './payment-errors.ts';

describe('single sales', () => {
  const world = paymentWorld();
  const provider = () => world().provider;
  const soldTo = async (amountCents?: number) => {
    const order = orderFor(await newMember(world()), amountCents);
    const { paymentId } = await provider().createPurchase(order);
    await world().payer(paymentId, 'pay');
    return { ...order, paymentId };
  };

  test('a purchase is open with its metadata until it is paid, and then it is paid', async () => {
    const order = orderFor(await newMember(world()));
    const { paymentId, clientSecret } = await provider().createPurchase(order);
    expect(clientSecret).toMatch(new RegExp(`^${paymentId}_secret_\\w{10,}$`));
    expect(paymentId).toMatch(/^pi_\w+$/);

    const { purchaseId, contentId, memberId, customerId } = order;
    expect(await provider().retrievePayment(paymentId)).toMatchObject({
      status: 'needs_payment',
      amountCents: 499,
      receivedCents: 0,
      currency: 'usd',
      customerId,
      purchase: { purchaseId, contentId, memberId },
      livemode: false,
      createdAt: world().now(),
    });
    await world().payer(paymentId, 'pay');
    expect(await provider().retrievePayment(paymentId)).toMatchObject({
      status: 'succeeded',
      receivedCents: 499,
      refundedCents: 0,
      lastError: null,
    });
  });

  test('a declined payment gives its reason and can be tried again', async () => {
    const { paymentId } = await provider().createPurchase(orderFor(await newMember(world())));
    await world().payer(paymentId, 'decline');
    const declined = await provider().retrievePayment(paymentId);
    expect(declined).toMatchObject({ status: 'needs_payment', lastError: 'Your card was declined.' });
    await world().payer(paymentId, 'needs_confirmation');
    expect(await provider().retrievePayment(paymentId)).toMatchObject({ status: 'needs_action' });
    await world().payer(paymentId, 'pay');
    expect(await provider().retrievePayment(paymentId)).toMatchObject({ status: 'succeeded' });
  });

  test('the same key gives the same payment, and with another amount it is an error', async () => {
    const order = orderFor(await newMember(world()));
    const first = await provider().createPurchase(order);
    expect(await provider().createPurchase(order)).toEqual(first);
    const dearer = provider().createPurchase({ ...order, amountCents: 599 });
    await expect(dearer).rejects.toBeInstanceOf(PaymentKeyReused);
    expect(await provider().findPayments(order)).toHaveLength(1);
  });

  test('many calls with one key at the same moment make one payment', async () => {
    const order = orderFor(await newMember(world()));
    const all = await Promise.all(Array.from({ length: 8 }, () => provider().createPurchase(order)));
    for (const made of all) expect(made).toEqual(all[0]);
    expect(await provider().findPayments(order)).toHaveLength(1);
  });

  test('the payment page makes one payment that carries the metadata', async () => {
    const order = { kind: 'purchase', ...addresses, ...orderFor(await newMember(world())) } as const;
    const { sessionId, url } = await provider().hostedCheckout(order);
    expect(URL.canParse(url)).toBe(true);
    const { purchaseId, contentId, memberId } = order;
    expect(await provider().retrieveCheckout(sessionId)).toMatchObject({
      kind: 'purchase',
      status: 'open',
      paid: false,
      url,
      paymentId: null,
      amountCents: 499,
      purchase: { purchaseId, contentId, memberId },
    });
    await world().payer(sessionId, 'decline');
    await world().payer(sessionId, 'pay');
    await world().payer(sessionId, 'pay');
    const session = await provider().retrieveCheckout(sessionId);
    expect(session).toMatchObject({ status: 'complete', paid: true, url: null });
    const payments = await provider().findPayments(order);
    expect(payments.map(({ paymentId, status }) => [paymentId, status])).toEqual([
      [session?.paymentId, 'succeeded'],
    ]);
    expect(payments[0]?.purchase).toEqual({ purchaseId, contentId, memberId });
  });

  test('a page that was closed or is a day old takes no payment', async () => {
    const closed = { kind: 'purchase', ...addresses, ...orderFor(await newMember(world())) } as const;
    const old = { kind: 'purchase', ...addresses, ...orderFor(await newMember(world())) } as const;
    const { sessionId } = await provider().hostedCheckout(closed);
    const left = await provider().hostedCheckout(old);
    expect(await provider().expireCheckout(sessionId)).toMatchObject({ status: 'expired', url: null });
    expect(await provider().expireCheckout(sessionId)).toMatchObject({ status: 'expired' });
    await world().advance(new Date(world().now().getTime() + 25 * 3_600_000));
    for (const [id, order] of [
      [sessionId, closed],
      [left.sessionId, old],
    ] as const) {
      await world().payer(id, 'pay');
      expect(await provider().retrieveCheckout(id)).toMatchObject({ status: 'expired', paid: false });
      expect(await provider().findPayments(order)).toEqual([]);
    }
  });

  test('an open payment can be cancelled, a paid one stays paid', async () => {
    const { paymentId } = await provider().createPurchase(orderFor(await newMember(world())));
    expect(await provider().cancelPayment(paymentId)).toMatchObject({ status: 'canceled' });
    await world().payer(paymentId, 'pay');
    expect(await provider().cancelPayment(paymentId)).toMatchObject({ status: 'canceled', receivedCents: 0 });

    const sold = await soldTo();
    expect(await provider().cancelPayment(sold.paymentId)).toMatchObject({ status: 'succeeded' });
    expect(await provider().cancelPayment('pi_unknown')).toBeNull();
  });

  test('a refund is made once per key, and never above what was paid', async () => {
    const { paymentId } = await soldTo(1_000);
    const part = { paymentId, amountCents: 300, idempotencyKey: `refund:${paymentId}:1` };
    const first = await provider().refund(part);
    expect(first).toMatchObject({ status: 'succeeded', amountCents: 300, paymentId, currency: 'usd' });
    expect(await provider().refund(part)).toEqual(first);
    const tooMuch = provider().refund({
      paymentId,
      amountCents: 701,
      idempotencyKey: `refund:${paymentId}:2`,
    });
    await expect(tooMuch).rejects.toBeInstanceOf(PaymentRefused);
    const rest = await provider().refund({ paymentId, idempotencyKey: `refund:${paymentId}:3` });
    expect(rest.amountCents).toBe(700);
    expect(await provider().retrievePayment(paymentId)).toMatchObject({ refundedCents: 1_000 });
    const again = provider().refund({ paymentId, idempotencyKey: `refund:${paymentId}:4` });
    await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(await provider().retrieveRefund(rest.refundId)).toEqual(rest);
  });

  test('an unpaid payment cannot be refunded, and a refund may be returned', async () => {
    const { paymentId } = await provider().createPurchase(orderFor(await newMember(world())));
    const refused = provider().refund({ paymentId, idempotencyKey: `refund:${paymentId}` });
    await expect(refused).rejects.toBeInstanceOf(PaymentRefused);

    const sold = await soldTo();
    const key = `refund:${sold.paymentId}`;
    const { refundId } = await provider().refund({ paymentId: sold.paymentId, idempotencyKey: key });
    await world().failRefund(refundId);
    expect(await provider().retrieveRefund(refundId)).toMatchObject({ status: 'failed' });
  });

  test('a dispute is open, then lost', async () => {
    const { paymentId } = await soldTo();
    const disputeId = await world().openDispute(paymentId);
    expect(await provider().retrievePayment(paymentId)).toMatchObject({ disputed: true });
    expect(await provider().retrieveDispute(disputeId)).toMatchObject({
      status: 'open',
      paymentId,
      amountCents: 499,
    });
    await world().closeDispute(disputeId, 'lost');
    expect(await provider().retrieveDispute(disputeId)).toMatchObject({ status: 'lost' });
  });

  test('an unknown id is null, and an invalid order is refused', async () => {
    expect(await provider().retrievePayment('pi_unknown')).toBeNull();
    expect(await provider().retrieveCheckout('cs_test_unknown')).toBeNull();
    expect(await provider().retrieveRefund('re_unknown')).toBeNull();
    expect(await provider().retrieveDispute('du_unknown')).toBeNull();
    const order = orderFor(await newMember(world()));
    const cheap = provider().createPurchase({ ...order, amountCents: 49 });
    await expect(cheap).rejects.toMatchObject({ name: 'PaymentRefused', code: 'amount_too_small' });
    const stranger = provider().createPurchase({ ...order, customerId: 'cus_unknown' });
    await expect(stranger).rejects.toMatchObject({ name: 'PaymentRefused', code: 'resource_missing' });
    expect(await provider().createPurchase(order)).toMatchObject({ paymentId: expect.any(String) });
  });

  test('a member is one customer, whatever the current address is', async () => {
    const { customerId, ...member } = await newMember(world());
    expect(await provider().ensureCustomer({ ...member, email: 'moved@example.com' })).toEqual({
      customerId,
    });
    expect(await provider().ensureCustomer({ ...member, customerId })).toEqual({ customerId });
    const returnUrl = 'http://localhost:3000/account/billing';
    expect(URL.canParse(await provider().portalUrl({ customerId, returnUrl }))).toBe(true);
  });
});
