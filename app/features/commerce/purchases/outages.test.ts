import { describe, expect, test, vi } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { startPurchase } from './buy.server.ts';
import { confirmPurchase, resolveReturn } from './confirm.server.ts';
import { fulfil } from './fulfil.server.ts';
import { confirmationFailed } from './messages.ts';

const shop = testShop();
const { world, stand, statesOf, providerPayments, controls } = shop;

describe('the provider', () => {
  test('down: nothing begins, the member reads why, and a later try works', async () => {
    const { item, asBuyer } = await stand();
    await controls().switchOff();
    const answer = startPurchase(asBuyer(), item);
    await expect(answer).rejects.toMatchObject({ status: 503, message: 'Failed to initialize purchase' });
    await controls().switchOff(false);
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('down after the payment: the member reads why, and the page updates by itself', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await controls().switchOff();
    const paymentId = paymentIn(clientSecret);
    const answer = confirmPurchase(asBuyer(), item, paymentId);
    await expect(answer).rejects.toMatchObject({ status: 503, message: confirmationFailed });
    expect(await resolveReturn(asBuyer(), { paymentId })).toMatchObject({ state: 'checking' });
    await controls().switchOff(false);
    expect(await resolveReturn(asBuyer(), { paymentId })).toMatchObject({ state: 'paid' });
    await shop.settled();
  });

  test.each([
    ['slow', () => controls().delayNext(300, 3)],
    ['failing, and replaying its failure for ever', () => controls().failNext(1, { stored: true })],
    ['failing after success', () => controls().dropNextAnswer()],
  ])('%s: there is one payment at the end', async (_how, order) => {
    const { item, asBuyer } = await stand();
    await order();
    const first = await startPurchase(asBuyer(), item).catch(() => null);
    const { clientSecret } = first ?? (await startPurchase(asBuyer(), item));
    await world.payments.answer(clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
    const open = (await providerPayments(item)).filter(({ status }) => status !== 'canceled');
    expect(open).toHaveLength(1);
  });
});

describe('a process that is killed', () => {
  test('between payment and confirmation: the webhook or the reconciler finish the work, once', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    // Each step of the transaction fails in turn, as if the process had been killed there.
    for (const table of ['charges', 'ledger_entries', 'content_stats']) {
      const run = (statement: string) => world.em().execute(statement);
      await run(`create or replace function die() returns trigger language plpgsql
        as $$ begin raise exception 'killed'; end $$`);
      await run(
        `create trigger dies before insert or update on ${table} for each row execute function die()`,
      );
      await expect(fulfil(world.systemContext(), paymentIn(clientSecret))).rejects.toThrow('killed');
      const answer = confirmPurchase(asBuyer(), item, paymentIn(clientSecret));
      await expect(answer).rejects.toMatchObject({ message: confirmationFailed });
      await run(`drop trigger dies on ${table}`);
      expect(await statesOf(item)).toEqual(['pending']);
      expect(
        await rows(world.em())`select 1 from charges where payment_id = ${paymentIn(clientSecret)}`,
      ).toEqual([]);
    }
    await Promise.all([world.payments.deliver(), fulfil(world.systemContext(), paymentIn(clientSecret))]);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('before the payment’s id was stored: the reconciler finds it by its metadata', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await row(world.em())`update purchases set payment_id = null where content_id = ${item}`;
    await world.payments.answer(clientSecret);
    await controls().loseEvents(100);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('webhook, return page, confirm call and reconciler at once write one sale', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    const paymentId = paymentIn(clientSecret);
    await world.payments.answer(clientSecret);
    await world.payments.arrive();
    shop.later(3);
    const spy = vi.fn();
    await Promise.all([
      ...[1, 2, 3].map(() => confirmPurchase(asBuyer(), item, paymentId).then(spy)),
      ...[1, 2, 3].map(() => resolveReturn(asBuyer(), { paymentId }).then(spy)),
      world.payments.work().then(spy),
      reconcile(world.systemContext()).then(spy),
    ]);
    expect(spy).toHaveBeenCalledTimes(8);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
    expect(await rows(world.em())`select 1 from charges where payment_id = ${paymentId}`).toHaveLength(1);
  });

  test('an attempt without a payment is over after a day', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    shop.later(24 * 60);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['cancelled']);
    expect(await providerPayments(item)).toMatchObject([{ id: paymentIn(clientSecret), status: 'canceled' }]);
    expect((await startPurchase(asBuyer(), item)).state).toBe('open');
  });
});
