import { expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { PaymentRefused } from '../../../payments/payment-errors.ts';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { startPurchase } from './buy.server.ts';
import { confirmPurchase, resolveReturn } from './confirm.server.ts';
import { fulfil } from './fulfil.server.ts';
import { refundPurchase } from './refund-purchase.server.ts';

const shop = testShop();
const { world, stand, paidAside, statesOf, providerPayments } = shop;
const provider = () => world.payments.sandbox.provider;

/** A member who owns an item, and another payment for the same purchase, paid as well. */
async function paidTwice() {
  const { item, asBuyer } = await stand(999);
  const { clientSecret, purchaseId } = await startPurchase(asBuyer(), item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  const payAgain = () => paidAside({ item, asBuyer }, purchaseId, { amountCents: 999 });
  return { item, asBuyer, purchaseId, payAgain };
}

const asked = (paymentId: string) => rows<{ status: string }>(world.em())`
  select status from refunds where payment_id = ${paymentId} order by id`;

test('a surplus payment that the provider fails to refund is not shown to its payer, and is tried again', async () => {
  const { item, asBuyer, payAgain } = await paidTwice();
  const paymentId = await payAgain();
  const refuse = () => Promise.reject(new PaymentRefused('Insufficient funds', 'balance_insufficient'));
  const scope = () => ({ ...asBuyer(), payments: { ...provider(), refund: refuse } });
  expect(await confirmPurchase(scope(), item, paymentId)).toMatchObject({ status: 'paid' });
  expect(await resolveReturn(scope(), { paymentId })).toMatchObject({ state: 'paid' });
  // A second look within the hour does not ask again.
  expect(await asked(paymentId)).toEqual([{ status: 'failed' }]);
  shop.later(61);
  await reconcile(world.systemContext());
  expect((await asked(paymentId)).at(-1)).toEqual({ status: 'succeeded' });
  await shop.settled();
  expect(await statesOf(item)).toEqual(['paid']);
  expect((await providerPayments(item)).map(({ refunded }) => refunded)).toEqual([0, 999]);
});

test('after three refusals it is left to an operator', async () => {
  const { payAgain } = await paidTwice();
  const paymentId = await payAgain();
  const refuse = () => Promise.reject(new PaymentRefused('Insufficient funds', 'balance_insufficient'));
  for (let hours = 0; hours < 5; hours += 1) {
    await world.payments.arrive();
    await world.payments.work({ ...world.systemContext(), payments: { ...provider(), refund: refuse } });
    shop.later(61);
    await reconcile({ ...world.systemContext(), payments: { ...provider(), refund: refuse } });
    // The return page is loaded again, or an event comes.
    await fulfil({ ...world.systemContext(), payments: { ...provider(), refund: refuse } }, paymentId);
  }
  expect((await asked(paymentId)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  await provider().refund({ paymentId, idempotencyKey: 'by hand' });
  await shop.settled();
});

test('a surplus that was refunded in the dashboard is not refunded again', async () => {
  const { item, payAgain } = await paidTwice();
  const paymentId = await payAgain();
  await provider().refund({ paymentId, idempotencyKey: `by hand ${paymentId}` });
  await shop.settled();
  expect(await rows(world.em())`select reason, status from refunds where payment_id = ${paymentId}`).toEqual([
    { reason: 'provider', status: 'succeeded' },
  ]);
  expect((await providerPayments(item)).map(({ refunded }) => refunded)).toEqual([0, 999]);
});

test('a payment for a refunded purchase opens nothing, and the page does not claim it does', async () => {
  const { item, asBuyer, purchaseId, payAgain } = await paidTwice();
  await refundPurchase(world.member(await world.person({ isAdmin: true })), purchaseId);
  const paymentId = await payAgain();
  await expect(confirmPurchase(asBuyer(), item, paymentId)).rejects.toMatchObject({
    status: 409,
    message: 'This purchase was cancelled or refunded.',
  });
  expect(await resolveReturn(asBuyer(), { paymentId })).toMatchObject({ state: 'over' });
  await shop.settled();
  expect(await statesOf(item)).toEqual(['refunded']);
});

test.each([
  ['won', 999],
  ['lost', 0],
] as const)('a surplus refund that a bank decides about waits for its answer: %s', async (outcome, back) => {
  const { item, payAgain } = await paidTwice();
  const paymentId = await payAgain();
  const dispute = await shop.controls().openDispute(paymentId);
  await row(world.em())`
    insert into disputes (id, payment_id, status, amount_cents) values (${dispute}, ${paymentId}, 'open', 999)`;
  await shop.settled();
  expect(await asked(paymentId)).toEqual([]);
  await shop.controls().closeDispute(dispute, outcome);
  await shop.settled();
  expect((await providerPayments(item)).map(({ refunded }) => refunded)).toEqual([0, back]);
});
