import { expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import type { PaymentProvider } from '../../../payments/payments.ts';
import type { MemberScope } from '../../../scope.ts';
import { processEvent } from '../provider-events/events.server.ts';
import { startPurchase } from './buy.server.ts';

const shop = testShop();
const { world, stand, statesOf } = shop;

/** The scope with some of the provider's acts replaced. */
const withCalls = (scope: MemberScope, calls: Partial<PaymentProvider>): MemberScope => ({
  ...scope,
  payments: new Proxy(scope.payments, {
    get: (provider, name) => {
      if (name in calls) return calls[name as keyof PaymentProvider];
      const value = Reflect.get(provider, name);
      return typeof value === 'function' ? value.bind(provider) : value;
    },
  }),
});

test('an attempt that is paid while it is being ended is bought, and no second one begins', async () => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await row(world.em())`update content set price_cents = 799 where id = ${item}`;
  const { payments } = asBuyer();
  const scope = withCalls(asBuyer(), {
    cancelPayment: async (id) => {
      await world.payments.answer(clientSecret);
      return payments.cancelPayment(id);
    },
  });
  expect(await startPurchase(scope, item)).toMatchObject({ state: 'owned', amountCents: 499 });
  expect(await statesOf(item)).toEqual(['paid']);
  await shop.settled();
});

test('a payment page opened under a key that another tab has replaced is not kept', async () => {
  const { item, asBuyer } = await stand();
  const { payments } = asBuyer();
  const keys: string[] = [];
  const scope = withCalls(asBuyer(), {
    createPurchase: async (order) => {
      const made = await payments.createPurchase(order);
      keys.push(order.idempotencyKey);
      if (keys.length === 1)
        await row(world.em())`
          update purchases set idempotency_key = 'purchase:of-another-tab' where content_id = ${item}`;
      return made;
    },
  });
  const started = await startPurchase(scope, item);
  expect(keys.at(-1)).toBe('purchase:of-another-tab');
  const kept = await row<{ paymentId: string }>(world.em())`
    select payment_id as "paymentId" from purchases where content_id = ${item}`;
  expect(started.clientSecret).toContain(kept?.paymentId);
  expect(
    await payments.findPayments({
      customerId: await customerIn(item),
      purchaseId: String(started.purchaseId),
    }),
  ).toHaveLength(2);
});

const customerIn = async (item: number) =>
  (
    await row<{ id: string }>(world.em())`
    select c.customer_id as id from customers c join purchases p using (user_id) where p.content_id = ${item}`
  )?.id ?? '';

test('an attempt without a key of its own is not sent to the provider', async () => {
  const { item, asBuyer } = await stand();
  await startPurchase(asBuyer(), item);
  await row(world.em())`
    update purchases set idempotency_key = null, payment_id = null where content_id = ${item}`;
  for (const hosted of [false, true]) {
    await expect(startPurchase(asBuyer(), item, { hosted })).rejects.toThrow('has no idempotency key');
  }
  expect(await shop.providerPayments(item)).toHaveLength(1);
});

test('a member begins twenty purchases an hour at most', async () => {
  const { item, asBuyer } = await stand();
  const plenty = world.rates.scale;
  world.rates.scale = 1;
  const scope = asBuyer();
  for (let n = 0; n < 20; n += 1) await startPurchase(scope, item);
  await expect(startPurchase(scope, item)).rejects.toMatchObject({ status: 429, retryAfter: 180 });
  world.rates.scale = plenty;
});

test('a live event on a test site, or the reverse, changes nothing and is shown to an operator', async () => {
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  const paymentId = clientSecret?.split('_secret_')[0] ?? '';
  await row(world.em())`
    insert into provider_events (id, type, kind, object_id, live, created_at, received_at)
    values ('evt_live', 'payment_intent.succeeded', 'payment', ${paymentId}, true, ${world.clock.at},
      ${world.clock.at})`;
  await processEvent(world.systemContext(), 'evt_live');
  expect(await row(world.em())`select outcome, note from provider_events where id = 'evt_live'`).toEqual({
    outcome: 'review',
    note: 'A test event beside live ones, or the reverse',
  });
  expect(await statesOf(item)).toEqual(['pending']);
});
