import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Fake, startFake } from '../../tests/support/fake-stripe/fake.ts';
import { calm } from '../../tests/support/fake-stripe/server.ts';
import { addresses, newMember, orderFor, type PaymentWorld } from '../../tests/support/payment-worlds.ts';
import { inTime } from './in-time.ts';
import type { PaymentProvider } from './payments.ts';
import { createStripe } from './stripe.server.ts';

let fake: Fake;
let provider: PaymentProvider;
const member = () => newMember({ provider } as PaymentWorld);

beforeAll(async () => {
  fake = await startFake();
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake.faults, calm);
  provider = fake.provider({ timeoutMs: 2_000 });
});

describe('what is sent', () => {
  test('a sale: amount, marks and key, and nothing the caller could choose', async () => {
    const order = orderFor(await member());
    await provider.createPurchase(order);
    expect(fake.calls.at(-1)).toMatchObject({
      path: '/v1/payment_intents',
      key: order.idempotencyKey,
      status: 200,
      params: {
        amount: '499',
        currency: 'usd',
        customer: order.customerId,
        automatic_payment_methods: { enabled: 'true' },
        metadata: { purchase_id: order.purchaseId, content_id: order.contentId, user_id: order.memberId },
      },
    });
  });

  test('the hosted page: the marks go on the session and on its payment', async () => {
    const order = { kind: 'purchase', ...addresses, ...orderFor(await member()) } as const;
    await provider.hostedCheckout(order);
    const marks = { purchase_id: order.purchaseId, content_id: order.contentId, user_id: order.memberId };
    expect(fake.calls.at(-1)?.params).toMatchObject({
      ui_mode: 'hosted_page',
      mode: 'payment',
      client_reference_id: order.purchaseId,
      success_url: `${addresses.successUrl}&session_id={CHECKOUT_SESSION_ID}`,
      metadata: marks,
      payment_intent_data: { metadata: marks },
    });
  });

  test('a plan: the price of our own map', async () => {
    const { customerId, memberId } = await member();
    const order = { customerId, memberId, plan: 'vip', idempotencyKey: `plan:${memberId}` } as const;
    await provider.createSubscription(order);
    expect(fake.calls.at(-1)?.params).toMatchObject({
      items: [{ price: 'price_vip' }],
      payment_behavior: 'default_incomplete',
      metadata: { user_id: memberId },
    });
  });
});

describe('the network', () => {
  test('a provider that stays silent is given up after three waits', async () => {
    const impatient = fake.provider({ timeoutMs: 150 });
    fake.faults.silence = 3;
    await expect(impatient.retrievePayment('pi_1')).rejects.toMatchObject({
      name: 'PaymentProviderDown',
      reason: 'timeout',
    });
  });

  test('a slow answer after a time-out is found again by the same key, not made twice', async () => {
    const order = orderFor(await member());
    const impatient = fake.provider({ timeoutMs: 300 });
    fake.faults.silence = 1;
    const made = await impatient.createPurchase(order);
    expect(await provider.createPurchase(order)).toEqual(made);
    expect(await provider.findPayments(order)).toHaveLength(1);
  });

  test('an answer lost three times in a row looks like a dead line, though the payment was made, once', async () => {
    const order = orderFor(await member());
    fake.faults.drop = 3;
    const lost = provider.createPurchase(order);
    await expect(lost).rejects.toMatchObject({ name: 'PaymentProviderDown', reason: 'unreachable' });
    expect(await provider.findPayments(order)).toHaveLength(1);
  });

  test('a wrong key is a matter of the set-up', async () => {
    const { port } = new URL(fake.address);
    const stranger = createStripe({
      secretKey: 'sk_test_wrong',
      publishableKey: 'pk_test_wrong',
      webhookSecret: 'whsec_wrong',
      prices: { premium: 'price_premium', vip: 'price_vip' },
      host: '127.0.0.1',
      port: Number(port),
      protocol: 'http',
    });
    await expect(stranger.retrievePayment('pi_1')).rejects.toMatchObject({ reason: 'setup' });
  });
});

describe('what Stripe may answer one day', () => {
  test('a status nobody knows is unknown', async () => {
    const order = orderFor(await member());
    const { paymentId } = await provider.createPurchase(order);
    const { customerId, memberId } = order;
    const plan = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${memberId}` } as const;
    const { subscriptionId } = await provider.createSubscription(plan);
    fake.books.intents.get(paymentId)!.status = 'constructor';
    fake.books.subscriptions.get(subscriptionId)!.status = 'hibernating';
    fake.faults.unchecked = true;
    expect(await provider.retrievePayment(paymentId)).toMatchObject({ status: 'unknown' });
    expect(await provider.retrieveSubscription(subscriptionId)).toMatchObject({ status: 'unknown' });
  });

  test('a price that is none of ours gives no plan', async () => {
    const { customerId, memberId } = await member();
    const plan = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${memberId}` } as const;
    const { subscriptionId } = await provider.createSubscription(plan);
    const [item] = fake.books.subscriptions.get(subscriptionId)!.items.data;
    item!.price = { ...item!.price, id: 'price_of_old' };
    expect(await provider.retrieveSubscription(subscriptionId)).toMatchObject({ plan: null });
  });
});

test('a plan that still runs after it was ended is told as a refusal', async () => {
  const { customerId, memberId } = await member();
  const plan = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${memberId}` } as const;
  const { subscriptionId } = await provider.createSubscription(plan);
  const kept = { get: () => 'active', set: () => {}, enumerable: true, configurable: true };
  Object.defineProperty(fake.books.subscriptions.get(subscriptionId)!, 'status', kept);
  await expect(
    provider.cancelNow({ subscriptionId, idempotencyKey: `end:${memberId}` }),
  ).rejects.toMatchObject({
    name: 'PaymentRefused',
    message: `Subscription ${subscriptionId} could not be ended`,
  });
});

test('the set-up is judged by the prices at Stripe', async () => {
  expect(await provider.checkSetup()).toEqual([]);
  const [premium, vip] = ['price_premium', 'price_vip'].map((id) => fake.books.prices.get(id)!);
  premium!.unit_amount = 1999;
  vip!.active = false;
  expect(await provider.checkSetup()).toEqual([
    'The price price_premium of the premium plan is not 999 cents a month.',
    'The price price_vip of the vip plan is archived.',
  ]);
  vip!.recurring!.interval_count = 3;
  expect((await provider.checkSetup())[1]).toContain('price_vip of the vip plan is not 2499 cents a month');
  fake.books.prices.delete('price_vip');
  expect((await provider.checkSetup())[1]).toBe('Stripe has no price price_vip for the vip plan.');
});

async function elapsed(work: Promise<unknown>) {
  const began = performance.now();
  const error = await work.then(
    () => null,
    (error: Error) => error,
  );
  return { error, ms: performance.now() - began };
}

describe('for a page, which waits no longer than it must', () => {
  test('a silent provider is given up when the time is over, however often its client would ask', async () => {
    fake.faults.silence = 3;
    const { error, ms } = await elapsed(inTime(provider, 300).retrievePayment('pi_1'));
    expect(error).toMatchObject({ name: 'PaymentProviderDown', reason: 'timeout', keySpent: false });
    expect(ms).toBeGreaterThan(250);
    expect(ms).toBeLessThan(2_000);
  });

  test('the calls of one request share the time; once it is over, none begins', async () => {
    const order = orderFor(await member());
    fake.faults.delayMs = 350;
    const hurried = inTime(provider, 1_000);
    const { paymentId } = await hurried.createPurchase(order);
    const many = async () => {
      for (let turn = 0; turn < 5; turn += 1) await hurried.retrievePayment(paymentId);
    };
    expect((await elapsed(many())).error).toMatchObject({ reason: 'timeout' });
    const before = fake.calls.length;
    await expect(hurried.cancelPayment(paymentId)).rejects.toMatchObject({ reason: 'timeout' });
    await new Promise((later) => setTimeout(later, 500));
    expect(fake.calls.slice(before).map(({ path }) => path)).not.toContainEqual(
      expect.stringMatching(/cancel$/),
    );
    expect(await inTime(provider, 2_000).retrievePayment(paymentId)).toMatchObject({
      status: 'needs_payment',
    });
  });

  test('what was cut off is found again by its key, and everything else passes as it is', async () => {
    const order = orderFor(await member());
    fake.faults.delayMs = 200;
    await expect(inTime(provider, 50).createPurchase(order)).rejects.toMatchObject({ reason: 'timeout' });
    fake.faults.delayMs = 0;
    await inTime(provider).createPurchase(order);
    await new Promise((later) => setTimeout(later, 300));
    expect(await provider.findPayments(order)).toHaveLength(1);
    const hurried = inTime(provider);
    expect([hurried.name, hurried.publishableKey]).toEqual(['stripe', 'pk_test_fake']);
    expect(() => hurried.parseEvent('{}', new Headers())).toThrow(/signature/i);
    await expect(hurried.refund({ paymentId: 'pi_none', idempotencyKey: 'r' })).rejects.toMatchObject({
      name: 'PaymentRefused',
    });
  });
});
