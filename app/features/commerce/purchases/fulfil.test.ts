import { describe, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { row } from '../../../../tests/support/sql.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import { startPurchase } from './buy.server.ts';
import { fulfil, fulfilCheckout } from './fulfil.server.ts';

const shop = testShop();
const { world, stand, paidAside, statesOf, sharesOf } = shop;
const provider = () => world.payments.sandbox.provider;

describe('an attempt whose only way to be paid has ended is over at once', () => {
  test('its payment was cancelled at the provider', async () => {
    const { item, asBuyer } = await stand();
    const paymentId = paymentIn((await startPurchase(asBuyer(), item)).clientSecret);
    await provider().cancelPayment(paymentId);
    expect(await fulfil(world.systemContext(), paymentId)).toMatchObject({ state: 'over' });
    expect(await statesOf(item)).toEqual(['cancelled']);
    await shop.settled();
  });

  test('its page has expired', async () => {
    const { item, asBuyer } = await stand();
    const { url } = await startPurchase(asBuyer(), item, { hosted: true });
    const sessionId = url?.split('/').at(-1) ?? '';
    await provider().expireCheckout(sessionId);
    expect(await fulfilCheckout(world.systemContext(), sessionId)).toMatchObject({ state: 'over' });
    expect(await statesOf(item)).toEqual(['cancelled']);
    await shop.settled();
  });
});

test.each([
  ['as a whole', undefined, 'over', 'refunded', [-250, -249]],
  ['in part', 100, 'paid', 'paid', [-50, -50]],
] as const)('a payment refunded %s before it was recorded is recorded with its refund', async (...given) => {
  const [_how, amountCents, state, status, back] = given;
  const { item, asBuyer } = await stand();
  const { clientSecret } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  const paymentId = paymentIn(clientSecret);
  await provider().refund({ paymentId, amountCents, idempotencyKey: `early ${paymentId}` });
  expect(await fulfil(world.systemContext(), paymentId)).toMatchObject({ state, purchase: { status } });
  expect(await statesOf(item)).toEqual([status]);
  expect((await sharesOf(item)).map(({ amount_cents }) => amount_cents)).toEqual([250, 249, ...back]);
  await shop.settled();
});

test('a payment for an attempt that was given up closes the attempt that was begun since', async () => {
  const { item, asBuyer } = await stand();
  const { purchaseId } = await startPurchase(asBuyer(), item);
  await row(world.em())`update content set price_cents = 599 where id = ${item}`;
  const open = paymentIn((await startPurchase(asBuyer(), item)).clientSecret);
  const late = await paidAside({ item, asBuyer }, purchaseId);
  expect(await fulfil(world.systemContext(), late)).toMatchObject({
    state: 'paid',
    purchase: { id: purchaseId },
  });
  expect(await statesOf(item)).toEqual(['paid', 'cancelled']);
  expect(await provider().retrievePayment(open)).toMatchObject({ status: 'canceled' });
  await shop.settled();
});

test.each([
  ['that does not answer', new PaymentProviderDown('timeout', 'no answer'), true],
  ['that refuses', new PaymentRefused('cannot be cancelled'), true],
  ['with a fault in our code', new TypeError('not a function'), false],
])('a provider %s while another attempt is closed', async (_which, error, isIgnored) => {
  const { item, asBuyer } = await stand();
  const { purchaseId } = await startPurchase(asBuyer(), item);
  await row(world.em())`update content set price_cents = 599 where id = ${item}`;
  await startPurchase(asBuyer(), item);
  const late = await paidAside({ item, asBuyer }, purchaseId);
  const payments = { ...provider(), cancelPayment: () => Promise.reject(error) };
  const done = fulfil({ ...world.systemContext(), payments }, late);
  // The purchase is saved before the other attempt is closed.
  if (isIgnored) expect(await done).toMatchObject({ state: 'paid' });
  else await expect(done).rejects.toBe(error);
  expect(await statesOf(item)).toEqual(['paid', 'cancelled']);
  await shop.settled();
});

describe('metadata that holds none of our ids', () => {
  // More than the database's numbers can be, and none at all.
  const marks = ['99999999999', 'none'];

  test.each(marks)(
    'of a purchase: %s belongs to no member, and is reported to the operator',
    async (mark) => {
      const { item, asBuyer } = await stand();
      const { purchaseId } = await startPurchase(asBuyer(), item);
      const paymentId = await paidAside({ item, asBuyer }, purchaseId, { purchaseId: mark });
      expect(await fulfil(world.systemContext(), paymentId)).toEqual({
        state: 'unknown',
        purchase: null,
        message: `Payment ${paymentId}: there is no purchase ${mark}`,
      });
      await provider().refund({ paymentId, idempotencyKey: `by hand ${paymentId}` });
      await shop.settled();
    },
  );

  test.each(marks)('of a member: %s does not fit the order, and is parked', async (mark) => {
    const { item, asBuyer } = await stand();
    const { purchaseId } = await startPurchase(asBuyer(), item);
    const paymentId = await paidAside({ item, asBuyer }, purchaseId, { memberId: mark });
    expect(await fulfil(world.systemContext(), paymentId)).toMatchObject({
      state: 'review',
      message: expect.stringContaining(`member ${mark}`),
    });
    await provider().refund({ paymentId, idempotencyKey: `by hand ${paymentId}` });
    await shop.settled();
  });
});
