import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../../app/payments/sandbox/client.server.ts';
import { decodeForm } from '../../../app/payments/sandbox/form.server.ts';
import {
  chargeObject,
  intentObject,
  refundObject,
} from '../../../app/payments/sandbox/objects/payments.server.ts';
import { testDatabase } from '../database/database.ts';
import { pages } from '../money/payment-world.ts';
import { row, rows } from '../sql.ts';
import { checkAnswer, checkRequest } from './check.ts';
import { exampleNames, missingOf } from './examples.ts';
import { account } from './settings.ts';
import { openTestStripe, type TestStripe } from './test-stripe.ts';

/** A sandbox that accepts too much proves nothing. These tests show that it refuses what Stripe refuses. */
const database = testDatabase();
let fake: TestStripe;
let stripe: Stripe;
let customer: string;
let now = new Date('2026-06-01T12:00:00Z');
beforeAll(async () => {
  fake = openTestStripe(database.url, { ...pages, now: () => now });
  stripe = new Stripe(account.secretKey, { httpClient: clientOf(fake.sandbox.answer), maxNetworkRetries: 0 });
  customer = (await stripe.customers.create({ email: 'a@example.com' })).id;
}, 120_000);
afterAll(() => fake.close());

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const sale = (amount: number, idempotencyKey?: string) =>
  stripe.paymentIntents.create(
    { amount, currency: 'usd', customer, automatic_payment_methods: { enabled: true } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

const session = (more: Stripe.Checkout.SessionCreateParams) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    ui_mode: 'hosted_page',
    customer,
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 499, product_data: { name: 'A' } } },
    ],
    success_url: 'http://localhost/ok',
    cancel_url: 'http://localhost/no',
    ...more,
  });

describe('requests', () => {
  test('parameters that left the API are refused, although the compiler lets them pass', async () => {
    await expect(session({ ui_mode: 'hosted' })).rejects.toThrow(/ui_mode: "hosted" is not/);
    const old = { payment_method_types: ['card'] } as Stripe.Checkout.SessionCreateParams;
    await expect(session(old)).rejects.toThrow('payment_method_types: unknown parameter');
    expect(await session({})).toMatchObject({ status: 'open', payment_intent: null });
  });

  test('a parameter of the wrong kind, depth or name is named', () => {
    const problems = (text: string) => checkRequest('PaymentIntentCreateParams', decodeForm(text));
    expect(problems('amount=499&currency=usd')).toEqual([]);
    expect(problems('amount=4.x&currency=usd')[0]).toMatch(/^amount: "4.x" is not number/);
    expect(problems('currency=usd')).toEqual(['amount: is missing']);
    expect(problems('amount=1&currency=usd&automatic_payment_methods[enabled]=yes')[0]).toMatch(
      /^automatic_payment_methods\[enabled\]/,
    );
    expect(problems('amount=1&currency=usd&metadata[a][b]=c')[0]).toMatch(/^metadata/);
    expect(problems('amount=1&currency=usd&amont=2')).toEqual(['amont: unknown parameter']);
  });

  test('the rules between fields are checked as well', async () => {
    const metadata = { user_id: '1' };
    await expect(session({ subscription_data: { metadata } })).rejects.toThrow('subscription_data');
    await expect(session({ success_url: '/relative' })).rejects.toThrow('Not a valid URL');
    const types = Array.from({ length: 21 }, () => 'invoice.paid');
    await expect(stripe.events.list({ types })).rejects.toThrow('At most 20 types');
    await expect(stripe.invoices.retrieve('in_1', { expand: ['payments'] })).rejects.toThrow(
      'No such invoice',
    );
  });
});

describe('answers', () => {
  const charge = chargeObject(
    intentObject({ amount: 499, created: 1, customer: 'cus_1', description: null, metadata: {} }),
    1,
  );
  const refund = refundObject(charge, { amount: 499, created: 1 });

  test('an object that lacks a field, or has one too many, is wrong by the SDK’s types', () => {
    expect(checkAnswer('Refund', refund)).toEqual([]);
    expect(checkAnswer('Refund', { ...refund, amount: '1' })).toEqual(['amount: "1" is not number']);
    expect(checkAnswer('Refund', { ...refund, reason: 'boredom' })[0]).toMatch(/^reason: "boredom" is not/);
    expect(checkAnswer('Refund', { ...refund, colour: 'red' })).toEqual(['colour: unknown parameter']);
  });

  test('an object that lacks a key of Stripe’s example, or has another kind in it, is wrong', () => {
    expect(missingOf(refund)).toEqual([]);
    const { reason: _, ...without } = refund;
    expect(missingOf(without)).toEqual(['refund.reason: is missing']);
    expect(missingOf({ ...refund, amount: '1' })).toEqual(['refund.amount: is string, not number']);
    expect(missingOf({ ...refund, metadata: [] })).toEqual(['refund.metadata: is array, not object']);
    const nested = { ...refund, destination_details: { type: 'card' } };
    expect(missingOf(nested)).toEqual(['refund.destination_details.card: is missing']);
    expect(missingOf({ object: 'banana' })).toEqual(['banana: Stripe has no example of it']);
  });

  test('every kind of object is made here at least once, and matches Stripe’s example', async () => {
    await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost/' });
    await fake.payer((await session({})).id, 'pay');
    const paid = await sale(499);
    await fake.payer(paid.id, 'pay');
    await fake.controls.openDispute(paid.id);
    await stripe.refunds.create({ payment_intent: paid.id, amount: 99 });
    const begun = await stripe.subscriptions.create({
      customer,
      items: [{ price: account.prices.vip }],
      payment_behavior: 'default_incomplete',
    });
    await stripe.subscriptionSchedules.create({ from_subscription: begun.id });
    const stored = await rows<{ body: object }>(fake.database)`
      select body from sandbox.object union all select payload::jsonb from sandbox.event`;
    const objects = stored.map(({ body }) => body);
    expect(objects.flatMap(missingOf)).toEqual([]);
    const names = new Set(objects.flatMap(namesIn));
    names.delete('list');
    expect([...names].sort()).toEqual(exampleNames);
  });

  test('hidden fields appear only when they are asked for', async () => {
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: account.prices.vip }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_/);
    expect(invoice.payments).toBeUndefined();
    const again = await stripe.invoices.retrieve(invoice.id, { expand: ['payments'] });
    expect(again.confirmation_secret).toBeUndefined();
    expect(again.payments?.data).toHaveLength(1);
    const unknown = stripe.invoices.retrieve(invoice.id, { expand: ['payment_intent'] });
    await expect(unknown).rejects.toThrow('cannot be expanded');
  });
});

/** The kinds of Stripe objects in a value, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const name: unknown = Reflect.get(value, 'object');
  return [...(typeof name === 'string' ? [name] : []), ...Object.values(value).flatMap(namesIn)];
}

describe('errors', () => {
  test('have the status, the type, the code and the parameter of Stripe’s', async () => {
    const unknown = { statusCode: 404, type: 'StripeInvalidRequestError', code: 'resource_missing' };
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      ...unknown,
      param: 'id',
    });
    const small = { statusCode: 400, code: 'amount_too_small', param: 'amount' };
    await expect(sale(49)).rejects.toMatchObject(small);
    const { id } = await sale(499);
    await fake.payer(id, 'pay');
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      param: undefined,
    });
    const stranger = new Stripe('sk_test_other', { httpClient: clientOf(fake.sandbox.answer) });
    await expect(stranger.prices.retrieve('price_vip')).rejects.toMatchObject({ statusCode: 401 });
    const old = stripe.prices.retrieve('price_vip', {}, { apiVersion: '2020-08-27' });
    await expect(old).rejects.toThrow('Unexpected API version');
  });
});

describe('idempotency keys', () => {
  const replayed = ({ lastResponse }: { lastResponse: { headers: Record<string, string> } }) =>
    new Headers(lastResponse.headers).get('idempotent-replayed');

  test('return the first answer again for a day, and then begin again', async () => {
    const first = await sale(499, 'key 1');
    const again = await sale(499, 'key 1');
    expect([again.id, replayed(first), replayed(again)]).toEqual([first.id, null, 'true']);
    later(86_399);
    expect((await sale(499, 'key 1')).id).toBe(first.id);
    later(1);
    expect((await sale(499, 'key 1')).id).not.toBe(first.id);
    await fake.sandbox.advance();
    const kept = () => rows(fake.database)`select key from sandbox.answer where key = 'key 1'`;
    expect(await kept()).toHaveLength(1);
    later(86_400);
    await fake.sandbox.advance();
    expect(await kept()).toEqual([]);
  });

  test('refuse other parameters and other addresses', async () => {
    await sale(499, 'key 2');
    const misused = { statusCode: 400, type: 'StripeIdempotencyError' };
    await expect(sale(599, 'key 2')).rejects.toMatchObject(misused);
    const elsewhere = stripe.customers.create({}, { idempotencyKey: 'key 2' });
    await expect(elsewhere).rejects.toMatchObject(misused);
  });

  test('keep failures of calls that had begun, but not of parameters', async () => {
    await expect(sale(1, 'key 3')).rejects.toThrow();
    expect((await sale(499, 'key 3')).status).toBe('requires_payment_method');
    await fake.controls.failNext(1, { stored: true });
    for (let turn = 0; turn < 2; turn += 1)
      await expect(sale(499, 'key 4')).rejects.toThrow('unexpected error');
    const { id } = await sale(499);
    await fake.payer(id, 'pay');
    await stripe.refunds.create({ payment_intent: id });
    const refused = () => stripe.refunds.create({ payment_intent: id }, { idempotencyKey: 'key 5' });
    await expect(refused()).rejects.toMatchObject({ code: 'charge_already_refunded' });
    await expect(refused()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } });
  });
});

describe('events', () => {
  test('are signed as the SDK reads them, within five minutes', async () => {
    await fake.deliveries();
    await fake.payer((await sale(499)).id, 'pay');
    const [delivery, ...others] = await fake.deliveries();
    expect(others).toEqual([]);
    const { body = '', headers } = delivery ?? {};
    const signature = headers?.get('stripe-signature') ?? '';
    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const read = (secondsLater: number) =>
      stripe.webhooks.constructEvent(
        body,
        signature,
        account.webhookSecret,
        300,
        undefined,
        now.getTime() + secondsLater * 1_000,
      );
    expect(read(300).type).toBe('payment_intent.succeeded');
    expect(() => read(301)).toThrow('tolerance');
  });

  test('hold the object of their moment, are listed newest first by pages, and may be filtered', async () => {
    later(60);
    const { id } = await sale(499);
    await fake.payer(id, 'decline');
    await fake.payer(id, 'pay');
    const created = { gte: Math.floor(now.getTime() / 1_000) };
    const listed = await stripe.events.list({ created, limit: 2 }).autoPagingToArray({ limit: 10 });
    const seen = listed.map(({ type, data }) => [type, Reflect.get(data.object, 'status')]);
    expect(seen).toEqual([
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.succeeded', 'succeeded'],
      ['payment_intent.payment_failed', 'requires_payment_method'],
    ]);
    const types = ['charge.succeeded'] as const;
    expect((await stripe.events.list({ created, types: [...types] })).data).toHaveLength(1);
  });

  test('are tried for three days, with growing pauses', async () => {
    await fake.deliveries();
    await fake.payer((await sale(499)).id, 'pay');
    const waiting = () => row(fake.database)`select from sandbox.event where next_attempt_at is not null`;
    const refusing = fake.refusing();
    let tries = 0;
    while ((await waiting()) && tries < 200) {
      later(1_800);
      await refusing.deliverEvents();
      tries += 1;
    }
    expect([144, 145, 146]).toContain(tries);
    const event = await row<{ attempts: number }>(
      fake.database,
    )`select max(attempts) as attempts from sandbox.event`;
    expect(event?.attempts).toBeLessThan(100);
  });
});
