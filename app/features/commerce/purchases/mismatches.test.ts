import { describe, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import type { PurchaseOrder } from '../../../payments/payments.ts';
import type { SystemContext } from '../../../scope.ts';
import { customerOf } from '../ledger/customers.server.ts';
import { startSubscription } from '../plans/subscribe.server.ts';
import { syncSubscription } from '../plans/sync.server.ts';
import { startPurchase } from './buy.server.ts';
import { fulfil } from './fulfil.server.ts';
import { refundPurchase } from './refund-purchase.server.ts';

const shop = testShop();
const { world, stand, paidAside, statesOf, sharesOf } = shop;
const provider = () => world.payments.sandbox.provider;

const asAdmin = async () => world.member(await world.person({ isAdmin: true }));

describe('a payment that does not fit its order is parked', () => {
  test.each([
    ['amount', 'amount 98 instead of 499 cents', () => ({ amountCents: 98 })],
    ['item', 'item 1000000', () => ({ contentId: '1000000' })],
    ['member', 'member 1000000', () => ({ memberId: '1000000' })],
    [
      'payer',
      'customer cus_',
      async () => ({ customerId: await customerOf(world.member(await world.person())) }),
    ],
  ] as [string, string, () => Partial<PurchaseOrder> | Promise<Partial<PurchaseOrder>>][])(
    'another %s',
    async (_what, note, change) => {
      const { item, asBuyer } = await stand();
      const { purchaseId } = await startPurchase(asBuyer(), item);
      const paymentId = await paidAside({ item, asBuyer }, purchaseId, await change());
      expect(await fulfil(world.systemContext(), paymentId)).toMatchObject({
        state: 'review',
        message: expect.stringContaining(note),
      });
      expect(await statesOf(item)).toEqual(['review']);
      expect(await sharesOf(item)).toEqual([]);
      expect(await refundPurchase(await asAdmin(), purchaseId)).toMatchObject({ state: 'over' });
      expect(await statesOf(item)).toEqual(['refunded']);
      await shop.settled();
    },
  );
});

test.each([
  ['its amount alone', { amountCents: 98 }, 'amount 499 instead of 499 cents'],
  ['what was received alone', { receivedCents: 98 }, 'amount 98 instead of 499 cents'],
  ['its currency', { currency: 'eur' }, 'currency eur'],
  ['its mode', { livemode: true }, 'a test payment beside live ones, or the reverse'],
])('a payment that differs only in its %s is parked', async (_what, change, note) => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  const retrievePayment = async (id: string) => {
    const state = await provider().retrievePayment(id);
    return state && { ...state, ...change };
  };
  const systemContext = { ...world.systemContext(), payments: { ...provider(), retrievePayment } };
  expect(await fulfil(systemContext, paymentIn(clientSecret))).toMatchObject({
    state: 'review',
    message: expect.stringContaining(note),
  });
  expect(await statesOf(item)).toEqual(['review']);
  await shop.settled();
});

describe('a payment without an order to park it at is refunded', () => {
  const backOf = async (item: number) =>
    Object.fromEntries((await shop.providerPayments(item)).map(({ id, refunded }) => [id, refunded]));

  test('a second payment beside a parked one, whether it fits or not', async () => {
    const { item, asBuyer } = await stand();
    const { purchaseId, clientSecret } = await startPurchase(asBuyer(), item);
    const parked = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 98 });
    await fulfil(world.systemContext(), parked);
    const wrong = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 97 });
    expect(await fulfil(world.systemContext(), wrong)).toMatchObject({ state: 'review' });
    await world.payments.answer(clientSecret);
    expect(await fulfil(world.systemContext(), paymentIn(clientSecret))).toMatchObject({ state: 'review' });
    expect(await statesOf(item)).toEqual(['review']);
    expect(await backOf(item)).toEqual({ [parked]: 0, [wrong]: 97, [paymentIn(clientSecret)]: 499 });
    await refundPurchase(await asAdmin(), purchaseId);
    await shop.settled();
    expect(await backOf(item)).toMatchObject({ [parked]: 98 });
  });

  test('one for an attempt that is over, or that was bought', async () => {
    const { item, asBuyer } = await stand();
    const { purchaseId: over } = await startPurchase(asBuyer(), item);
    await row(world.em())`update content set price_cents = 599 where id = ${item}`;
    const { clientSecret, purchaseId } = await startPurchase(asBuyer(), item);
    const late = await paidAside({ item, asBuyer }, over, { amountCents: 98 });
    expect(await fulfil(world.systemContext(), late)).toMatchObject({ state: 'over' });
    await world.payments.answer(clientSecret);
    await shop.settled();
    const beside = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 97 });
    expect(await fulfil(world.systemContext(), beside)).toMatchObject({ state: 'paid' });
    await shop.settled();
    expect(await statesOf(item)).toEqual(['cancelled', 'paid']);
    expect(await backOf(item)).toMatchObject({ [late]: 98, [beside]: 97, [paymentIn(clientSecret)]: 0 });
  });

  test('a parked payment that a bank takes back lets the member try again', async () => {
    const { item, asBuyer } = await stand();
    const { purchaseId } = await startPurchase(asBuyer(), item);
    const parked = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 98 });
    const dispute = await shop.controls().openDispute(parked);
    await world.payments.deliver();
    expect(await statesOf(item)).toEqual(['review']);
    await shop.controls().closeDispute(dispute, 'lost');
    await world.payments.deliver();
    expect(await statesOf(item)).toEqual(['disputed']);
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['disputed', 'paid']);
    expect(await backOf(item)).toMatchObject({ [parked]: 0 });
  });
});

/** A context whose next call of `name` is answered at once, but returns only after `meanwhile`. */
function slowContext(
  name: 'retrievePayment' | 'retrieveSubscription',
  meanwhile: () => Promise<unknown>,
): SystemContext {
  let waits = true;
  const payments = new Proxy(provider(), {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== name || typeof value !== 'function' || !waits) return value;
      waits = false;
      return async (...args: unknown[]) => {
        const answer: unknown = await value.apply(target, args);
        await meanwhile();
        return answer;
      };
    },
  });
  return { ...world.systemContext(), payments };
}

describe('an outdated answer of the provider changes nothing', () => {
  test('about a payment that was refunded meanwhile', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    const paymentId = paymentIn(clientSecret);
    await fulfil(world.systemContext(), paymentId);
    const slow = slowContext('retrievePayment', async () => {
      await provider().refund({ paymentId, idempotencyKey: `meanwhile ${paymentId}` });
      await fulfil(world.systemContext(), paymentId);
    });
    await fulfil(slow, paymentId);
    expect(await statesOf(item)).toEqual(['refunded']);
    await shop.settled();
  });

  test('about a payment that was recorded meanwhile', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    const paymentId = paymentIn(clientSecret);
    const slow = slowContext('retrievePayment', () => fulfil(world.systemContext(), paymentId));
    expect(await fulfil(slow, paymentId)).toMatchObject({ state: 'paid' });
    expect(await sharesOf(item)).toHaveLength(2);
    await shop.settled();
  });

  test('about a plan that ended meanwhile', async () => {
    const viewer = await world.person();
    const { clientSecret, subscriptionId } = await startSubscription(world.member(viewer), 'vip');
    await world.payments.answer(clientSecret);
    const id = subscriptionId ?? '';
    await syncSubscription(world.systemContext(), id);
    const slow = slowContext('retrieveSubscription', async () => {
      await provider().cancelNow({ subscriptionId: id, idempotencyKey: `meanwhile ${id}` });
      await syncSubscription(world.systemContext(), id);
    });
    await syncSubscription(slow, id);
    expect(await row(world.em())`select plan from users where id = ${viewer.id}`).toEqual({ plan: 'free' });
    await shop.settled();
  });
});
