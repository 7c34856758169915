import { describe, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../tests/support/shop.ts';
import { row } from '../../db/sql.server.ts';
import type { PurchaseOrder } from '../../payments/payments.ts';
import type { HouseScope } from '../../scope.ts';
import { customerOf } from '../plans/customers.server.ts';
import { startSubscription } from '../plans/subscribe.server.ts';
import { syncSubscription } from '../plans/sync.server.ts';
import { startPurchase } from './buy.server.ts';
import { fulfil } from './fulfil.server.ts';
import { refundPurchase } from './refunds.server.ts';

const shop = testShop();
const { world, stand, paidAside, statesOf, sharesOf } = shop;
const provider = () => world.till.sandbox.provider;

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
      expect(await fulfil(world.house(), paymentId)).toMatchObject({
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

describe('money that finds no order to be parked in goes back', () => {
  const backOf = async (item: number) =>
    Object.fromEntries((await shop.providerPayments(item)).map(({ id, refunded }) => [id, refunded]));

  test('a second payment beside one that is parked, whether it fits or not', async () => {
    const { item, asBuyer } = await stand();
    const { purchaseId, clientSecret } = await startPurchase(asBuyer(), item);
    const parked = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 98 });
    await fulfil(world.house(), parked);
    const wrong = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 97 });
    expect(await fulfil(world.house(), wrong)).toMatchObject({ state: 'review' });
    await world.till.answer(clientSecret);
    expect(await fulfil(world.house(), paymentIn(clientSecret))).toMatchObject({ state: 'review' });
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
    expect(await fulfil(world.house(), late)).toMatchObject({ state: 'over' });
    await world.till.answer(clientSecret);
    await shop.settled();
    const beside = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 97 });
    expect(await fulfil(world.house(), beside)).toMatchObject({ state: 'paid' });
    await shop.settled();
    expect(await statesOf(item)).toEqual(['cancelled', 'paid']);
    expect(await backOf(item)).toMatchObject({ [late]: 98, [beside]: 97, [paymentIn(clientSecret)]: 0 });
  });

  test('parked money that a bank takes back makes room for another try', async () => {
    const { item, asBuyer } = await stand();
    const { purchaseId } = await startPurchase(asBuyer(), item);
    const parked = await paidAside({ item, asBuyer }, purchaseId, { amountCents: 98 });
    const dispute = await shop.controls().openDispute(parked);
    await world.till.deliver();
    expect(await statesOf(item)).toEqual(['review']);
    await shop.controls().closeDispute(dispute, 'lost');
    await world.till.deliver();
    expect(await statesOf(item)).toEqual(['disputed']);
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.till.answer(clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['disputed', 'paid']);
    expect(await backOf(item)).toMatchObject({ [parked]: 0 });
  });
});

/** A house whose next call of `name` is answered at once, and heard only after `meanwhile`. */
function slowHouse(
  name: 'retrievePayment' | 'retrieveSubscription',
  meanwhile: () => Promise<unknown>,
): HouseScope {
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
  return { ...world.house(), payments };
}

describe('an answer that has grown old while it travelled changes nothing', () => {
  test('of a payment that was given back meanwhile', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.till.answer(clientSecret);
    const paymentId = paymentIn(clientSecret);
    await fulfil(world.house(), paymentId);
    const slow = slowHouse('retrievePayment', async () => {
      await provider().refund({ paymentId, idempotencyKey: `meanwhile ${paymentId}` });
      await fulfil(world.house(), paymentId);
    });
    await fulfil(slow, paymentId);
    expect(await statesOf(item)).toEqual(['refunded']);
    await shop.settled();
  });

  test('of a payment that was recorded meanwhile', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.till.answer(clientSecret);
    const paymentId = paymentIn(clientSecret);
    const slow = slowHouse('retrievePayment', () => fulfil(world.house(), paymentId));
    expect(await fulfil(slow, paymentId)).toMatchObject({ state: 'paid' });
    expect(await sharesOf(item)).toHaveLength(2);
    await shop.settled();
  });

  test('of a plan that ended meanwhile', async () => {
    const viewer = await world.person();
    const { clientSecret, subscriptionId } = await startSubscription(world.member(viewer), 'vip');
    await world.till.answer(clientSecret);
    const id = subscriptionId ?? '';
    await syncSubscription(world.house(), id);
    const slow = slowHouse('retrieveSubscription', async () => {
      await provider().cancelNow({ subscriptionId: id, idempotencyKey: `meanwhile ${id}` });
      await syncSubscription(world.house(), id);
    });
    await syncSubscription(slow, id);
    expect(await row(world.em())`select plan from users where id = ${viewer.id}`).toEqual({ plan: 'free' });
    await shop.settled();
  });
});
