import { describe, expect, test } from 'vitest';
import {
  addresses,
  newMember,
  orderFor,
  pages,
  sandboxDatabase,
  subscriber,
  worldStart,
} from '../../tests/support/money/payment-world.ts';
import { testCards } from './card-script.ts';
import type { Delivery } from './sandbox/events.sql.server.ts';
import { createSandbox, type Sandbox } from './sandbox.server.ts';

const database = sandboxDatabase();
let now = worldStart;
const opened = (more: Partial<Parameters<typeof createSandbox>[0]> = {}) =>
  createSandbox({ ...pages, database: database(), signingSecret: 'whsec_sandbox', now: () => now, ...more });
/** The part of a world that the helpers ask for. */
const worldOf = ({ provider, submitHostedPage }: Sandbox) => ({ provider, payer: submitHostedPage });
const typeOf = ({ body }: Delivery) => (JSON.parse(body) as { type: string }).type;
const sale = async (sandbox: Sandbox) => {
  const order = { kind: 'purchase', ...addresses, ...orderFor(await newMember(worldOf(sandbox))) } as const;
  return { ...order, ...(await sandbox.provider.hostedCheckout(order)) };
};

describe('a card that is entered on our own page', () => {
  const numberOf = (outcome: string) => testCards.find((card) => card.outcome === outcome)?.number ?? '';
  const begin = async () => {
    const sandbox = opened();
    const order = orderFor(await newMember(worldOf(sandbox)));
    const { paymentId, clientSecret } = await sandbox.provider.createPurchase(order);
    const enter = (outcome: string, bank?: 'confirms' | 'refuses') =>
      sandbox.confirmCard(paymentId, { clientSecret, number: numberOf(outcome), bank });
    const status = async () => (await sandbox.provider.retrievePayment(paymentId))?.status;
    return { sandbox, paymentId, clientSecret, enter, status };
  };

  test('is declined, then another one pays, once', async () => {
    const { enter, status } = await begin();
    expect(await enter('decline')).toMatchObject({
      status: 'requires_payment_method',
      error: { type: 'card_error', message: 'Your card was declined.' },
    });
    expect(await enter('no test card')).toMatchObject({ error: { type: 'card_error' } });
    expect(await enter('pay')).toEqual({ status: 'succeeded' });
    expect(await status()).toBe('succeeded');
    expect(await enter('pay')).toMatchObject({
      status: 'succeeded',
      error: { type: 'invalid_request_error' },
    });
  });

  test('asks the bank, which refuses, and then confirms', async () => {
    const { enter, status } = await begin();
    expect(await enter('needs_confirmation', 'confirms')).toEqual({ status: 'requires_action' });
    expect(await enter('needs_confirmation', 'refuses')).toMatchObject({
      status: 'requires_payment_method',
      error: { code: 'payment_intent_authentication_failure' },
    });
    expect(await enter('needs_confirmation')).toEqual({ status: 'requires_action' });
    expect(await enter('needs_confirmation', 'confirms')).toEqual({ status: 'succeeded' });
    expect(await status()).toBe('succeeded');
  });

  test('pays nothing without the payment’s own secret', async () => {
    const { sandbox, paymentId, status } = await begin();
    const number = numberOf('pay');
    const { clientSecret } = await begin();
    await expect(sandbox.confirmCard(paymentId, { clientSecret, number })).rejects.toThrow('No such');
    await expect(sandbox.confirmCard('pi_none', { clientSecret, number })).rejects.toThrow('No such');
    expect(await status()).toBe('needs_payment');
  });
});

describe('the page', () => {
  test('shows what is sold, answers each outcome, and leads back', async () => {
    const sandbox = opened();
    const { sessionId, url } = await sale(sandbox);
    expect(url).toBe(pages.pageUrl(sessionId));
    expect(await sandbox.hostedPage(sessionId)).toEqual({
      id: sessionId,
      kind: 'purchase',
      title: 'Guarda: passagem à direita',
      amountCents: 499,
      currency: 'usd',
      status: 'open',
      needsConfirmation: false,
      lastError: null,
    });
    const submit = (outcome: 'pay' | 'decline' | 'cancel' | 'needs_confirmation') =>
      sandbox.submitHostedPage(sessionId, outcome);
    expect(await submit('cancel')).toEqual({ redirectTo: addresses.cancelUrl, result: 'canceled' });
    expect(await submit('decline')).toEqual({ redirectTo: url, result: 'declined' });
    expect(await sandbox.hostedPage(sessionId)).toMatchObject({ lastError: 'Your card was declined.' });
    expect(await submit('needs_confirmation')).toEqual({ redirectTo: url, result: 'needs_confirmation' });
    expect(await sandbox.hostedPage(sessionId)).toMatchObject({ needsConfirmation: true, lastError: null });
    const back = { redirectTo: `${addresses.successUrl}&session_id=${sessionId}`, result: 'paid' };
    expect(await submit('pay')).toEqual(back);
    expect(await submit('pay')).toEqual(back);
    expect(await submit('cancel')).toEqual(back);
    expect(await sandbox.hostedPage(sessionId)).toMatchObject({ status: 'complete' });
    expect(await sandbox.hostedPage('cs_test_unknown')).toBeNull();
    await expect(sandbox.submitHostedPage('pi_unknown', 'pay')).rejects.toThrow('No such page');
  });

  test('of a bare payment leads to where the payment form would', async () => {
    const sandbox = opened();
    const order = orderFor(await newMember(worldOf(sandbox)));
    const { paymentId } = await sandbox.provider.createPurchase(order);
    expect(await sandbox.hostedPage(paymentId)).toMatchObject({ kind: 'purchase', amountCents: 499 });
    const { redirectTo } = await sandbox.submitHostedPage(paymentId, 'pay');
    expect(redirectTo).toBe(`${pages.purchaseReturnUrl}?payment_intent=${paymentId}`);
  });

  test('of the portal replaces the card and pays what was open', async () => {
    const sandbox = opened();
    const { subscriptionId, customerId } = await subscriber(worldOf(sandbox));
    await sandbox.controls.failCard(customerId);
    now = new Date('2026-02-28T11:00:00Z');
    await sandbox.advance();
    const state = () => sandbox.provider.retrieveSubscription(subscriptionId);
    expect(await state()).toMatchObject({ status: 'past_due' });
    const returnUrl = 'http://localhost:3000/account/billing';
    const portal = (await sandbox.provider.portalUrl({ customerId, returnUrl })).split('/').at(-1)!;
    await sandbox.submitHostedPage(portal, 'decline');
    expect(await state()).toMatchObject({ status: 'past_due' });
    expect(await sandbox.submitHostedPage(portal, 'pay')).toEqual({ redirectTo: returnUrl, result: 'saved' });
    expect(await state()).toMatchObject({ status: 'active' });
  });
});

describe('two processes on one database', () => {
  test('share the same payments, keys and events', async () => {
    const [one, two] = [opened(), opened()];
    const order = orderFor(await newMember(worldOf(one)));
    const [first, second] = await Promise.all([
      one.provider.createPurchase(order),
      two.provider.createPurchase(order),
    ]);
    expect(first).toEqual(second);
    await two.submitHostedPage(first.paymentId, 'pay');
    expect(await one.provider.retrievePayment(first.paymentId)).toMatchObject({ status: 'succeeded' });
  });

  test('bill a renewal once between them', async () => {
    const [one, two] = [opened(), opened()];
    const { subscriptionId } = await subscriber(worldOf(one));
    const until = new Date(now.getTime() + 40 * 86_400_000);
    await Promise.all([one.advance(until), two.advance(until)]);
    expect(await one.provider.listInvoices(subscriptionId)).toHaveLength(2);
  });
});

describe('deliveries', () => {
  const quiet = async () => {
    const rest = opened({ deliver: async () => true });
    await rest.deliverEvents({ all: true });
  };
  const collecting = () => {
    const arrived: Delivery[] = [];
    return { arrived, deliver: async (delivery: Delivery) => arrived.push(delivery) > 0 };
  };

  test('that were not accepted come again, also to a process started later', async () => {
    await quiet();
    const dead = opened({ deliver: async () => Promise.reject(new Error('killed')) });
    const { sessionId } = await sale(dead);
    await dead.submitHostedPage(sessionId, 'pay');
    await dead.settled();
    const { arrived, deliver } = collecting();
    const next = opened({ deliver });
    expect(await next.deliverEvents()).toBe(0);
    now = new Date(now.getTime() + 60_000);
    expect(await next.deliverEvents()).toBe(2);
    expect(arrived.map(typeOf).sort()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']);
    expect(await next.deliverEvents({ all: true })).toBe(0);
  });

  test('go to one of two processes', async () => {
    await quiet();
    const [one, two] = [collecting(), collecting()];
    const idle = opened();
    for (let count = 0; count < 4; count += 1)
      await idle.submitHostedPage((await sale(idle)).sessionId, 'pay');
    const both = [opened({ deliver: one.deliver }), opened({ deliver: two.deliver })];
    await Promise.all(both.map((each) => each.deliverEvents()));
    const bodies = [...one.arrived, ...two.arrived].map(({ body }) => body);
    expect(bodies).toHaveLength(8);
    expect(new Set(bodies).size).toBe(8);
  });

  test('are repeated, reordered and lost on request, and the list still has the lost ones', async () => {
    await quiet();
    now = new Date(now.getTime() + 1_000);
    const { arrived, deliver } = collecting();
    const sandbox = opened();
    await sandbox.controls.reorderEvents();
    await sandbox.controls.duplicateEvents();
    await sandbox.submitHostedPage((await sale(sandbox)).sessionId, 'pay');
    const awake = opened({ deliver });
    await awake.deliverEvents();
    expect(arrived.map(typeOf)).toEqual([
      'checkout.session.completed',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
    await sandbox.controls.loseEvents(2);
    await sandbox.submitHostedPage((await sale(sandbox)).sessionId, 'pay');
    expect(await awake.deliverEvents({ all: true })).toBe(0);
    expect(arrived).toHaveLength(3);
    const listed = await sandbox.provider.listEvents(now);
    expect(listed.filter(({ createdAt }) => createdAt.getTime() === now.getTime())).toHaveLength(4);
  });

  test('are never awaited by the call that caused them', async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sandbox = opened({ deliver: () => slow.then(() => true) });
    const { sessionId } = await sale(sandbox);
    expect(await sandbox.submitHostedPage(sessionId, 'pay')).toMatchObject({ result: 'paid' });
    release();
    await sandbox.settled();
  });
});

test('a delay makes the provider slow, not wrong', async () => {
  const sandbox = opened();
  const order = orderFor(await newMember(worldOf(sandbox)));
  await sandbox.controls.delayNext(40);
  const began = performance.now();
  await sandbox.provider.createPurchase(order);
  expect(performance.now() - began).toBeGreaterThan(39);
});
