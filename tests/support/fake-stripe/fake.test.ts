import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from './books.ts';
import { checkAnswer, checkRequest, complete } from './check.ts';
import { type Fake, startFake } from './fake.ts';
import { decodeForm } from './form.ts';

/** A fake that accepts too much proves nothing. These tests show that it refuses what Stripe refuses. */
let fake: Fake;
let stripe: Stripe;
let customer: string;
beforeAll(async () => {
  fake = await startFake();
  const { hostname, port } = new URL(fake.address);
  stripe = new Stripe(account.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
  customer = (await stripe.customers.create({ email: 'a@example.com' })).id;
});
afterAll(() => fake.close());

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
  test('words that left the API are refused, although the compiler lets them pass', async () => {
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

  test('the rules between fields hold as well', async () => {
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
  test('an object that lacks a field, or has one too many, is wrong', () => {
    const refund = complete('Refund', {
      id: 're_1',
      object: 'refund',
      amount: 1,
      created: 1,
      currency: 'usd',
    });
    expect(checkAnswer('Refund', refund)).toEqual([]);
    expect(checkAnswer('Refund', { ...refund, amount: '1' })).toEqual(['amount: "1" is not number']);
    expect(checkAnswer('Refund', { ...refund, reason: 'boredom' })[0]).toMatch(/^reason: "boredom" is not/);
    expect(checkAnswer('Refund', { ...refund, colour: 'red' })).toEqual(['colour: unknown parameter']);
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

describe('webhooks', () => {
  test('are signed as the SDK reads them, and can be dropped, repeated and turned round', async () => {
    await fake.deliver(async () => {});
    const intent = await stripe.paymentIntents.create({
      amount: 499,
      currency: 'usd',
      customer,
      automatic_payment_methods: { enabled: true },
    });
    fake.payer(intent.id, 'pay');
    const types: string[] = [];
    const drop = (type: string) => type === 'charge.succeeded';
    await fake.deliver(
      async ({ body, headers }) => {
        const signature = headers.get('stripe-signature')!;
        types.push(stripe.webhooks.constructEvent(body, signature, account.webhookSecret).type);
      },
      { drop, repeat: 1, reverse: true },
    );
    expect(types).toEqual(['payment_intent.succeeded', 'payment_intent.succeeded']);
  });
});
