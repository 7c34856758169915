import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../tests/support/database/database.ts';
import { addresses, newMember, orderFor, pages } from '../../tests/support/money/payment-world.ts';
import { row } from '../../tests/support/sql.ts';
import { serveSandbox } from '../../tests/support/stripe/server.ts';
import { openTestStripe, type TestStripe } from '../../tests/support/stripe/test-stripe.ts';
import type { PaymentProvider } from './payments.ts';
import { clientOf } from './sandbox/client.server.ts';
import { withTimeout } from './with-timeout.ts';

const database = testDatabase();
let stripe: TestStripe;
let provider: PaymentProvider;
const member = () => newMember({ provider });

beforeAll(() => {
  stripe = openTestStripe(database.url, pages);
}, 120_000);
afterAll(() => stripe.close());
beforeEach(async () => {
  await row(stripe.database)`delete from sandbox.fault`;
  provider = stripe.provider();
});

describe('what is sent', () => {
  test('a sale: amount, metadata and key, and nothing that the caller could choose', async () => {
    const order = orderFor(await member());
    await provider.createPurchase(order);
    expect(stripe.calls.at(-1)).toMatchObject({
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

  test('the payment page: the metadata is on the session and on its payment', async () => {
    const order = { kind: 'purchase', ...addresses, ...orderFor(await member()) } as const;
    await provider.hostedCheckout(order);
    const marks = { purchase_id: order.purchaseId, content_id: order.contentId, user_id: order.memberId };
    expect(stripe.calls.at(-1)?.params).toMatchObject({
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
    expect(stripe.calls.at(-1)?.params).toMatchObject({
      items: [{ price: 'price_vip' }],
      payment_behavior: 'default_incomplete',
      metadata: { user_id: memberId },
    });
  });
});

describe('the network', () => {
  test('a provider that does not answer is given up after three tries', async () => {
    const impatient = stripe.provider({ timeoutMs: 150 });
    await stripe.controls.silenceNext(3);
    await expect(impatient.retrievePayment('pi_1')).rejects.toMatchObject({
      name: 'PaymentProviderDown',
      reason: 'timeout',
    });
  });

  test('a slow answer after a time-out is found again by the same key, not made twice', async () => {
    const order = orderFor(await member());
    const impatient = stripe.provider({ timeoutMs: 300 });
    await stripe.controls.silenceNext();
    const made = await impatient.createPurchase(order);
    expect(await provider.createPurchase(order)).toEqual(made);
    expect(await provider.findPayments(order)).toHaveLength(1);
  });

  test('an answer lost three times counts as a lost connection, though the payment was made, once', async () => {
    const order = orderFor(await member());
    await stripe.controls.dropNextAnswer(3);
    const lost = provider.createPurchase(order);
    await expect(lost).rejects.toMatchObject({ name: 'PaymentProviderDown', reason: 'unreachable' });
    expect(await provider.findPayments(order)).toHaveLength(1);
  });

  test('a wrong key is reported as an error of the configuration', async () => {
    const stranger = stripe.provider({ secretKey: 'sk_test_wrong' });
    await expect(stranger.retrievePayment('pi_1')).rejects.toMatchObject({ reason: 'setup' });
  });

  test('the same calls work over a network, and a connection that is lost there is reported as well', async () => {
    const served = await serveSandbox(stripe.sandbox.answer);
    const far = { httpClient: undefined, host: '127.0.0.1', port: served.port, protocol: 'http' } as const;
    const distant = stripe.provider({ ...far, retries: 0 });
    const order = orderFor(await member());
    // A connection that was reset is always tried once more.
    await stripe.controls.dropNextAnswer(2);
    await expect(distant.createPurchase(order)).rejects.toMatchObject({ reason: 'unreachable' });
    const made = await distant.createPurchase(order);
    expect(await provider.findPayments(order)).toMatchObject([{ paymentId: made.paymentId }]);
    await served.close();
  });
});

describe('what Stripe may answer one day', () => {
  test('a key in use means that the provider is busy, and refuses nothing for good', async () => {
    const message = 'Please try again later.';
    const error = { type: 'invalid_request_error', code: 'idempotency_key_in_use', message };
    const httpClient = clientOf(async () => Response.json({ error }, { status: 409 }));
    const busy = stripe.provider({ httpClient, retries: 0 });
    await expect(busy.createPurchase(orderFor(await member()))).rejects.toMatchObject({
      name: 'PaymentProviderDown',
      reason: 'busy',
    });
  });

  test('an unknown status is unknown', async () => {
    const order = orderFor(await member());
    const { paymentId } = await provider.createPurchase(order);
    const { customerId, memberId } = order;
    const plan = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${memberId}` } as const;
    const { subscriptionId } = await provider.createSubscription(plan);
    await stripe.patch(paymentId, { status: 'constructor' });
    await stripe.patch(subscriptionId, { status: 'hibernating' });
    stripe.faults.unchecked = true;
    expect(await provider.retrievePayment(paymentId)).toMatchObject({ status: 'unknown' });
    expect(await provider.retrieveSubscription(subscriptionId)).toMatchObject({ status: 'unknown' });
    stripe.faults.unchecked = false;
  });

  test('a price that is not ours gives no plan', async () => {
    const { customerId, memberId } = await member();
    const plan = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${memberId}` } as const;
    const { subscriptionId } = await provider.createSubscription(plan);
    const { items } = (await stripe.find('subscription', subscriptionId))!;
    const [item] = items.data;
    const old = { ...item, price: { ...item?.price, id: 'price_of_old' } };
    await stripe.patch(subscriptionId, { items: { ...items, data: [old] } });
    expect(await provider.retrieveSubscription(subscriptionId)).toMatchObject({ plan: null });
  });
});

test('a plan that still runs after it was ended is reported as a refusal', async () => {
  const { customerId, memberId } = await member();
  const plan = { customerId, memberId, plan: 'premium', idempotencyKey: `plan:${memberId}` } as const;
  const { subscriptionId } = await provider.createSubscription(plan);
  // Stripe answers the cancellation as if it were done.
  const answer = async (request: Request) =>
    request.method === 'DELETE' ? Response.json({}) : stripe.sandbox.answer(request);
  const forgetful = stripe.provider({ httpClient: clientOf(answer) });
  await expect(
    forgetful.cancelNow({ subscriptionId, idempotencyKey: `end:${memberId}` }),
  ).rejects.toMatchObject({
    name: 'PaymentRefused',
    message: `Subscription ${subscriptionId} could not be ended`,
  });
});

test('the configuration is checked against the prices at Stripe', async () => {
  expect(await provider.checkSetup()).toEqual([]);
  stripe.setPrice('price_premium', { unit_amount: 1999 });
  stripe.setPrice('price_vip', { active: false });
  expect(await provider.checkSetup()).toEqual([
    'The price price_premium of the premium plan is not 999 cents a month.',
    'The price price_vip of the vip plan is archived.',
  ]);
  const { recurring } = stripe.sandbox.prices.get('price_vip')!;
  stripe.setPrice('price_vip', { recurring: { ...recurring!, interval_count: 3 } });
  expect((await provider.checkSetup())[1]).toContain('price_vip of the vip plan is not 2499 cents a month');
  stripe.sandbox.prices.delete('price_vip');
  expect((await provider.checkSetup())[1]).toBe('Stripe has no price price_vip for the vip plan.');
});

describe('for a page, with a limit of time', () => {
  const stopClock = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  afterEach(() => void vi.useRealTimers());
  const timedOut = { name: 'PaymentProviderDown', reason: 'timeout', keySpent: false };

  test('a provider that does not answer is given up when the time is over, whatever its client retries', async () => {
    await stripe.controls.silenceNext(3);
    stopClock();
    let isOver = false;
    const given = withTimeout(provider, 300)
      .retrievePayment('pi_1')
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true;
      });
    vi.advanceTimersByTime(299);
    await setImmediate();
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await given).toMatchObject(timedOut);
  });

  test('the calls of one request share the time; once it is over, none begins', async () => {
    const order = orderFor(await member());
    stopClock();
    const hurried = withTimeout(provider, 1_000);
    const { paymentId } = await hurried.createPurchase(order);
    vi.advanceTimersByTime(999);
    const last = hurried.retrievePayment(paymentId).catch((error: unknown) => error);
    vi.advanceTimersByTime(1);
    expect(await last).toMatchObject(timedOut);
    const before = stripe.calls.length;
    await expect(hurried.cancelPayment(paymentId)).rejects.toMatchObject({ reason: 'timeout' });
    expect(await withTimeout(provider, 2_000).retrievePayment(paymentId)).toMatchObject({
      status: 'needs_payment',
    });
    expect(stripe.calls.slice(before).map(({ path }) => path)).not.toContainEqual(
      expect.stringMatching(/cancel$/),
    );
  });

  test('a call that was cut off is found again by its key, and everything else passes unchanged', async () => {
    const order = orderFor(await member());
    const begun = vi.spyOn(provider, 'createPurchase');
    stopClock();
    const cutOff = withTimeout(provider, 50)
      .createPurchase(order)
      .catch((error: unknown) => error);
    vi.advanceTimersByTime(50);
    expect(await cutOff).toMatchObject({ reason: 'timeout' });
    vi.useRealTimers();
    await withTimeout(provider).createPurchase(order);
    await Promise.all(begun.mock.results.map(({ value }) => value));
    expect(await provider.findPayments(order)).toHaveLength(1);
    const hurried = withTimeout(provider);
    expect([hurried.name, hurried.publishableKey]).toEqual(['stripe', 'pk_test_sandbox']);
    expect(() => hurried.parseEvent('{}', new Headers())).toThrow(/signature/i);
    await expect(hurried.refund({ paymentId: 'pi_none', idempotencyKey: 'r' })).rejects.toMatchObject({
      name: 'PaymentRefused',
    });
  });
});
