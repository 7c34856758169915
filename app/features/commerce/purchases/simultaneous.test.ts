import { describe, expect, test } from 'vitest';
import { brokenRules } from '../../../../tests/support/money/invariants.ts';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { simultaneously, writtenBy } from '../../../../tests/support/simultaneous.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { Refused } from '../../../errors.ts';
import { processEvent, waitingEvents } from '../provider-events/events.server.ts';
import { reconcile } from '../provider-events/reconcile.server.ts';
import { syncDispute } from '../provider-events/sync-dispute.server.ts';
import { startPurchase } from './buy.server.ts';
import { confirmPurchase, resolveReturn } from './confirm.server.ts';
import { fulfil } from './fulfil.server.ts';
import { refundPurchase } from './refund-purchase.server.ts';

const shop = testShop();
const { world, stand, statesOf, sharesOf, controls } = shop;
const sandbox = () => world.payments.sandbox.provider;

/** A buyer has paid, and nothing is recorded here yet. */
async function paid(hosted = false) {
  const made = await stand(999);
  const { clientSecret, url, purchaseId } = await startPurchase(made.asBuyer(), made.item, { hosted });
  await world.payments.answer(clientSecret ?? url);
  const session = url?.split('/').at(-1) ?? null;
  return { ...made, purchaseId, paymentId: paymentIn(clientSecret), back: { sessionId: session } };
}

/** The purchase is recorded here as well, and an admin may refund it. */
async function sold() {
  const made = await paid();
  await shop.settled();
  const admins = await Promise.all([1, 2].map(() => world.person({ isAdmin: true })));
  return { ...made, admins, asAdmin: (n: number) => world.member(admins[n % 2]!) };
}

/** Two workers, each with its own scope, process all jobs at once. */
async function workTwice() {
  await world.payments.arrive();
  const waiting = await waitingEvents(world.systemContext(), new Date('9999-01-01'));
  return [...waiting, ...waiting].map((id) => () => processEvent(world.systemContext(), id));
}

const chargeOf = (paymentId: string) =>
  row<{ version: number; refunded: number }>(world.em())`
    select version, refunded_cents as refunded from charges where payment_id = ${paymentId}`;
const refundsOf = (paymentId: string) =>
  rows<{ id: string }>(world.em())`
    select id from sandbox.object where kind = 'refund' and body->>'payment_intent' = ${paymentId}`;

describe('eight requests at once, with the webhook and the reconciler running', () => {
  test('for the return page answer what was bought, and sell it once', async () => {
    const { item, back, asBuyer } = await paid(true);
    const events = await workTwice();
    shop.later(3);
    const answers = await simultaneously(
      8,
      () => resolveReturn(asBuyer(), back),
      ...events,
      () => reconcile(world.systemContext()),
    );
    expect(answers.slice(0, 8).map((answer) => answer.value?.state)).toEqual(Array(8).fill('paid'));
    expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
    expect(await statesOf(item)).toEqual(['paid']);
    expect(await sharesOf(item)).toHaveLength(2);
    await shop.settled();
  });

  test('for the confirming call answer that it is paid', async () => {
    const { item, paymentId, asBuyer } = await paid();
    const events = await workTwice();
    const answers = await simultaneously(8, () => confirmPurchase(asBuyer(), item, paymentId), ...events);
    expect(answers.slice(0, 8).map((answer) => answer.value?.status)).toEqual(Array(8).fill('paid'));
    expect(answers.map(({ error }) => error).filter(Boolean)).toEqual([]);
    await shop.settled();
  });

  test('for a refund by two admins and one by the provider send one refund', async () => {
    const { item, paymentId, purchaseId, asAdmin } = await sold();
    const part = { paymentId, amountCents: 100, idempotencyKey: `part ${item}` };
    await sandbox().refund(part);
    const events = await workTwice();
    const answers = await simultaneously(
      8,
      (n) => refundPurchase(asAdmin(n), purchaseId),
      ...events,
      () => reconcile(world.systemContext()),
    );
    const errors = answers.map(({ error }) => error).filter(Boolean);
    expect(errors.filter((error) => !(error instanceof Refused && error.status === 409))).toEqual([]);
    expect(answers.slice(0, 8).some(({ value }) => value?.state === 'over')).toBe(true);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded']);
    expect(await refundsOf(paymentId)).toHaveLength(2);
    expect(await auditEntriesAbout(world.em(), 'purchase', purchaseId)).toHaveLength(1);
  });

  test('for a refund that is also made in the provider’s dashboard refund once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { item, paymentId, purchaseId, asAdmin } = await sold();
      const answers = await simultaneously(
        4,
        (n) => refundPurchase(asAdmin(n), purchaseId),
        () => sandbox().refund({ paymentId, amountCents: 999, idempotencyKey: `dashboard ${item}` }),
        ...Array.from({ length: 4 }, () => () => fulfil(world.systemContext(), paymentId)),
      );
      for (const { error } of answers) expect((error as Refused)?.status ?? 409).toBe(409);
      await shop.settled();
      expect(await statesOf(item)).toEqual(['refunded']);
      expect((await chargeOf(paymentId))?.refunded).toBe(999);
    }
  });

  test('for a lost dispute and its refund leave the books right', async () => {
    const { item, paymentId, purchaseId, asAdmin } = await sold();
    const dispute = await controls().openDispute(paymentId);
    await controls().closeDispute(dispute, 'lost');
    const events = await workTwice();
    const answers = await simultaneously(
      4,
      (n) => refundPurchase(asAdmin(n), purchaseId),
      ...events,
      ...events,
    );
    for (const { error } of answers) if (error) expect(error).toBeInstanceOf(Refused);
    await shop.settled();
    // The provider decides which of the two refunds the money.
    expect(['disputed', 'refunded']).toContain((await statesOf(item))[0]);
  });
});

describe('when every try loses to other transactions, the state written by then is the answer', () => {
  /** Another process changes the charge whenever the provider is asked. */
  const losing = (paymentId: string) => ({
    ...sandbox(),
    retrievePayment: async () => {
      const payment = await sandbox().retrievePayment(paymentId);
      await row(world.em())`update charges set version = version + 1 where payment_id = ${paymentId}`;
      return payment;
    },
  });

  test('the return page and the confirming call say that it is paid', async () => {
    const { item, paymentId, asBuyer } = await sold();
    const scope = () => ({ ...asBuyer(), payments: losing(paymentId) });
    const [returned, confirmed] = await Promise.all([
      resolveReturn(scope(), { paymentId }),
      confirmPurchase(scope(), item, paymentId),
    ]);
    expect(returned).toMatchObject({ state: 'paid', contentId: item });
    expect(confirmed).toMatchObject({ status: 'paid', contentId: item });
  });

  test('a refund that the provider has made is shown as begun, and recorded later', async () => {
    const { item, paymentId, purchaseId, asAdmin } = await sold();
    const scope = { ...asAdmin(0), payments: losing(paymentId) };
    expect(await refundPurchase(scope, purchaseId)).toMatchObject({ state: 'paid' });
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded']);
  });
});

describe('an outdated answer that is written after a newer one is corrected', () => {
  test('for a dispute', async () => {
    const { paymentId } = await sold();
    const dispute = await controls().openDispute(paymentId);
    await shop.settled();
    const open = await sandbox().retrieveDispute(dispute);
    await controls().closeDispute(dispute, 'won');
    await shop.settled();
    // The first look only names the payment; the second one is outdated, and a newer one overtakes it.
    let looks = 0;
    const retrieveDispute = async () => {
      looks += 1;
      if (looks !== 2) return sandbox().retrieveDispute(dispute);
      await syncDispute(world.systemContext(), dispute);
      return open;
    };
    await syncDispute({ ...world.systemContext(), payments: { ...sandbox(), retrieveDispute } }, dispute);
    const found = await row<{ status: string }>(
      world.em(),
    )`select status from disputes where id = ${dispute}`;
    expect(found?.status).toBe('won');
  });

  test('for a refund', async () => {
    const { item, paymentId, purchaseId, asAdmin } = await sold();
    await refundPurchase(asAdmin(0), purchaseId);
    await shop.settled();
    const given = await sandbox().retrievePayment(paymentId);
    const refunds = await refundsOf(paymentId);
    await controls().failRefund(refunds[0]?.id ?? '');
    await shop.settled();
    let isFirst = true;
    const retrievePayment = async () => {
      if (!isFirst) return sandbox().retrievePayment(paymentId);
      isFirst = false;
      await fulfil(world.systemContext(), paymentId);
      return given;
    };
    await fulfil({ ...world.systemContext(), payments: { ...sandbox(), retrievePayment } }, paymentId);
    expect(await statesOf(item)).toEqual(['paid']);
    await shop.settled();
  });
});

describe('a state that has not changed is not written again', () => {
  test('recording a payment again leaves every row as it is', async () => {
    const { paymentId } = await sold();
    expect(await chargeOf(paymentId)).toEqual({ version: 1, refunded: 0 });
    expect(await writtenBy(world.em(), () => fulfil(world.systemContext(), paymentId))).toEqual([]);
  });

  test('recording a refund again leaves every row as it is, and moved its charge once', async () => {
    const { paymentId, purchaseId, asAdmin } = await sold();
    await refundPurchase(asAdmin(0), purchaseId);
    await shop.settled();
    expect(await chargeOf(paymentId)).toEqual({ version: 2, refunded: 999 });
    const [event] = await rows<{ id: string }>(world.em())`
      select id from provider_events where kind = 'refund' order by received_at desc limit 1`;
    const written = await writtenBy(world.em(), () => processEvent(world.systemContext(), event?.id ?? ''));
    expect(written).toEqual(['provider_events']);
  });

  test('recording a dispute again leaves every row as it is', async () => {
    const { paymentId } = await sold();
    await controls().openDispute(paymentId);
    await shop.settled();
    const [event] = await rows<{ id: string }>(world.em())`
      select id from provider_events where kind = 'dispute' order by received_at desc limit 1`;
    const written = await writtenBy(world.em(), () => processEvent(world.systemContext(), event?.id ?? ''));
    expect(written).toEqual(['provider_events']);
  });

  test('opening a checkout again leaves its purchase as it is', async () => {
    const { item, asBuyer } = await stand();
    await startPurchase(asBuyer(), item);
    const again = () => startPurchase(asBuyer(), item);
    expect(await writtenBy(world.em(), again)).toEqual(['rate_limits']);
    expect(await brokenRules(world.em(), world.clock.at)).toEqual([]);
  });
});
