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
const { world, stand, statesOf, sharesOf } = shop;
const provider = () => world.till.sandbox.provider;

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
      const { paymentId } = await provider().createPurchase({
        customerId: await customerOf(asBuyer()),
        purchaseId: String(purchaseId),
        contentId: String(item),
        memberId: String(asBuyer().viewer.id),
        title: 'Something else',
        amountCents: 499,
        idempotencyKey: `forged ${purchaseId}`,
        ...(await change()),
      });
      await world.till.answer(paymentId);
      expect(await fulfil(world.house(), paymentId)).toMatchObject({
        state: 'review',
        message: expect.stringContaining(note),
      });
      expect(await statesOf(item)).toEqual(['review']);
      expect(await sharesOf(item)).toEqual([]);
      const admin = world.member(await world.person({ isAdmin: true }));
      expect(await refundPurchase(admin, purchaseId)).toMatchObject({ state: 'over' });
      expect(await statesOf(item)).toEqual(['refunded']);
      await shop.settled();
    },
  );
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
