import { describe, expect, test } from 'vitest';
import { idOfWay as idOf, testStripeShop } from '../../../../tests/support/money/stripe-shop.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { formPost } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { processingMessage } from '../attempts/attempt.server.ts';
import { resolvePlanReturn } from '../plans/plan-return.server.ts';
import * as subscribe from '../plans/subscribe.page.tsx';
import { startSubscription } from '../plans/subscribe.server.ts';
import * as planBack from '../plans/subscribe-return.page.tsx';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { startPurchase } from './buy.server.ts';
import * as checkout from './checkout.page.tsx';
import * as back from './checkout-return.page.tsx';
import * as status from './checkout-status.page.tsx';
import { resolveReturn } from './confirm.server.ts';

const shop = testStripeShop();
const { world, stripe, systemContext, as, stand, statesOf, deliver } = shop;

/** Pays in every way that is still open; a closed one cannot be paid, which is what is tested. */
async function payAll(...ways: { clientSecret: string | null; url: string | null }[]) {
  for (const way of ways) await stripe().payer(idOf(way), 'pay');
}

/** What a member was charged, in cents; a refund would show that the other way was left open. */
async function chargesOf({ email }: Viewer) {
  const customer = (await stripe().all('customer')).find((each) => each.email === email);
  return (await stripe().all('charge'))
    .filter((charge) => charge.customer === customer?.id)
    .map(({ amount, amount_refunded }) => (amount_refunded ? [amount, -amount_refunded] : amount));
}

/** An edge with the member's scope on Stripe. */
async function visit(edge: (args: never) => unknown, viewer: Viewer, path: string, init: RequestInit = {}) {
  const [, id = ''] = /^\/checkout\/(\d+)/.exec(path) ?? [];
  const context = { ...world.context(), scope: await as(viewer) };
  const request = new Request(`http://localhost:3000${path}`, init);
  try {
    const answer = await edge({ request, params: { contentId: id }, context } as never);
    return answer instanceof Response ? answer : Response.json(answer);
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}

test('two tabs that change from the card form to the payment page at once get the same page', async () => {
  const { buyer, item } = await stand();
  const form = await startPurchase(await as(buyer), item, { hosted: false });
  const scope = await as(buyer);
  const pages: Awaited<ReturnType<typeof startPurchase>>[] = [];
  // The other tab does all its work between this tab's call of the provider and its next statement.
  const retrievePayment = async (id: string) => {
    const state = await scope.payments.retrievePayment(id);
    if (pages.length === 0) pages.push(await startPurchase(await as(buyer), item, { hosted: true }));
    return state;
  };
  const payments = { ...scope.payments, retrievePayment };
  pages.push(await startPurchase({ ...scope, payments }, item, { hosted: true }));
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  await payAll(form, ...pages);
  await shop.settled();
  expect(await chargesOf(buyer)).toEqual([999]);
});

test('two tabs that change from a plan’s card form to the payment page get the same page', async () => {
  const viewer = await world.person();
  const form = await startSubscription(await as(viewer), 'vip', { hosted: false });
  const scope = await as(viewer);
  const pages: Awaited<ReturnType<typeof startSubscription>>[] = [];
  const retrieveSubscription = async (id: string) => {
    const state = await scope.payments.retrieveSubscription(id);
    if (pages.length === 0) pages.push(await startSubscription(await as(viewer), 'vip', { hosted: true }));
    return state;
  };
  const payments = { ...scope.payments, retrieveSubscription };
  pages.push(await startSubscription({ ...scope, payments }, 'vip', { hosted: true }));
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  await payAll(form, ...pages);
  await shop.settled();
  expect(await chargesOf(viewer)).toEqual([2499]);
});

test('the pages get the settings of Stripe’s card form; a change of a plan needs none', async () => {
  const { buyer, item } = await stand();
  const shown = await (await visit(checkout.loader, buyer, `/checkout/${item}`)).json();
  expect(shown.card).toMatchObject({ kind: 'payment', amountCents: 999 });
  expect(shown.card.provider.publishableKey).toBe('pk_test_sandbox');
  expect(shown.card.provider.cardScript).toMatch(/^https:\/\/js\.stripe\.com\//);
  const offered = await (await visit(subscribe.loader, buyer, '/subscribe?plan=vip')).json();
  expect(offered.card).toMatchObject({ kind: 'subscription', amountCents: 2499 });
  await payAll(await startSubscription(await as(buyer), 'premium'));
  await deliver();
  expect((await (await visit(subscribe.loader, buyer, '/subscribe?plan=vip')).json()).card).toBeNull();
  const other = await world.person();
  const params = { contentId: String(item) };
  const inSandbox = await world.send(checkout.loader, other, `/checkout/${item}`, params);
  expect((await inSandbox.json()).card.provider.cardScript).toBe('/sandbox/stripe.js');
});

describe.each([
  ['the card form, then the page', [false, true]],
  ['the page, then the card form', [true, false]],
  ['to and fro', [false, true, false, true]],
])('two ways, one payment: %s', (_how, order) => {
  test('of an item', async () => {
    const { buyer, item } = await stand();
    const ways = [];
    for (const hosted of order) ways.push(await startPurchase(await as(buyer), item, { hosted }));
    await payAll(...ways);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
    expect(await chargesOf(buyer)).toEqual([999]);
  });

  test('of an item, after a decline', async () => {
    const { buyer, item } = await stand();
    for (const hosted of order) {
      const way = await startPurchase(await as(buyer), item, { hosted });
      await stripe().payer(idOf(way), 'decline');
    }
    await payAll(await startPurchase(await as(buyer), item, { hosted: order[0] }));
    await shop.settled();
    expect(await chargesOf(buyer)).toEqual([999]);
  });

  test('of an item, the first one paid before the second opens', async () => {
    const { buyer, item } = await stand();
    await payAll(await startPurchase(await as(buyer), item, { hosted: order[0] }));
    expect(await startPurchase(await as(buyer), item, { hosted: order[1] })).toMatchObject({
      state: 'owned',
      clientSecret: null,
      url: null,
    });
    await shop.settled();
    expect(await chargesOf(buyer)).toEqual([999]);
  });

  test('of an item, in two tabs at once', async () => {
    const { buyer, item } = await stand();
    const scopes = await Promise.all(order.map(() => as(buyer)));
    const ways = await Promise.all(
      order.map((hosted, tab) => startPurchase(scopes[tab]!, item, { hosted }).catch(() => null)),
    );
    await payAll(...ways.filter((way) => way !== null));
    await shop.settled();
    expect(await chargesOf(buyer)).toEqual([999]);
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('of a plan', async () => {
    const viewer = await world.person();
    const ways = [];
    for (const hosted of order) ways.push(await startSubscription(await as(viewer), 'premium', { hosted }));
    await payAll(...ways);
    await shop.settled();
    expect(await chargesOf(viewer)).toEqual([999]);
    expect((await as(viewer)).viewer.plan).toBe('premium');
  });

  test('of a plan, in two tabs at once', async () => {
    const viewer = await world.person();
    const scopes = await Promise.all(order.map(() => as(viewer)));
    const ways = await Promise.all(
      order.map((hosted, tab) => startSubscription(scopes[tab]!, 'vip', { hosted }).catch(() => null)),
    );
    await payAll(...ways.filter((way) => way !== null));
    await shop.settled();
    expect(await chargesOf(viewer)).toEqual([2499]);
    expect((await as(viewer)).viewer.plan).toBe('vip');
  });
});

describe.each([
  ['card form', false],
  ['page', true],
] as const)('a bank that takes days, by the %s', (_way, hosted) => {
  const backOf = (id: string) => (hosted ? `?session_id=${id}` : `?payment_intent=${id}`);
  const idsOf = (id: string) => (hosted ? { sessionId: id } : { paymentId: id });
  /** The payment behind a way, once the member has tried to pay. */
  const paymentOf = async (id: string) =>
    hosted ? String((await stripe().find('checkout.session', id))?.payment_intent) : id;

  test('an item: the buyer reads so, cannot pay twice, and gets it in the end', async () => {
    const { buyer, item } = await stand();
    const id = idOf(await startPurchase(await as(buyer), item, { hosted }));
    await stripe().payer(id, 'start_processing');
    await deliver();
    expect(await redirectOf(await visit(back.loader, buyer, `/checkout/return${backOf(id)}`))).toEqual({
      status: 303,
      to: `/checkout/${item}/status`,
      says: null,
    });
    const look = async () => (await visit(status.loader, buyer, `/checkout/${item}/status`)).json();
    expect(await look()).toMatchObject({ state: 'processing', contentId: item });
    for (const minutes of [1, 22 * 60, 3 * 24 * 60]) {
      await shop.later(minutes);
      await reconcile(systemContext());
      for (const other of [true, false]) {
        await expect(startPurchase(await as(buyer), item, { hosted: other })).rejects.toMatchObject({
          status: 409,
          message: processingMessage,
        });
      }
    }
    const pressed = await visit(checkout.action, buyer, `/checkout/${item}`, formPost({}));
    expect((await redirectOf(pressed)).to).toBe(`/checkout/${item}/status`);
    await stripe().payer(await paymentOf(id), 'pay');
    expect((await redirectOf(await visit(status.loader, buyer, `/checkout/${item}/status`))).says).toContain(
      'Purchase Successful',
    );
    await shop.settled();
    expect([await chargesOf(buyer), await statesOf(item)]).toEqual([[999], ['paid']]);
  });

  test('an item that the bank refuses: the buyer reads so, and pays in another way', async () => {
    const { buyer, item } = await stand();
    const id = idOf(await startPurchase(await as(buyer), item, { hosted }));
    await stripe().payer(id, 'start_processing');
    await stripe().payer(await paymentOf(id), 'decline');
    expect(await redirectOf(await visit(status.loader, buyer, `/checkout/${item}/status`))).toMatchObject({
      to: `/checkout/${item}`,
      says: 'Payment Failed: Your card was declined.',
    });
    const again = await startPurchase(await as(buyer), item, { hosted });
    if (hosted) expect(idOf(again)).not.toBe(id);
    await payAll(again);
    await shop.settled();
    expect(await resolveReturn(await as(buyer), idsOf(idOf(again)))).toMatchObject({ state: 'paid' });
    expect(await chargesOf(buyer)).toEqual([999]);
  });

  test('a plan: the member reads so, cannot pay twice, and gets it in the end', async () => {
    const viewer = await world.person();
    const id = idOf(await startSubscription(await as(viewer), 'premium', { hosted }));
    await stripe().payer(id, 'start_processing');
    await deliver();
    const path = `/subscribe/return${backOf(id)}`;
    const secret = '&payment_intent_client_secret=pi_1_secret_2&redirect_status=pending';
    expect(await (await visit(planBack.loader, viewer, path + secret)).json()).toEqual({
      plan: 'premium',
      state: 'processing',
      again: path,
    });
    for (const [plan, other] of [
      ['premium', true],
      ['premium', false],
      ['vip', true],
    ] as const) {
      await expect(startSubscription(await as(viewer), plan, { hosted: other })).rejects.toMatchObject({
        status: 409,
        message: processingMessage,
      });
    }
    const payment = (await stripe().all('payment_intent')).findLast(({ status }) => status === 'processing');
    await stripe().payer(payment?.id ?? '', 'pay');
    expect(
      await resolvePlanReturn(await as(viewer), { sessionId: null, paymentId: null, ...idsOf(id) }),
    ).toMatchObject({
      state: 'paid',
      plan: 'premium',
    });
    await shop.settled();
    expect(await chargesOf(viewer)).toEqual([999]);
  });
});
