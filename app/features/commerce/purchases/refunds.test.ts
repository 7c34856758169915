import { describe, expect, test } from 'vitest';
import { paymentIn, testShop } from '../../../../tests/support/money/shop.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { rows } from '../../../../tests/support/sql.ts';
import { findCard } from '../../library/catalog/cards.server.ts';
import { balanceOf } from '../earnings/earnings.server.ts';
import { startPurchase } from './buy.server.ts';
import { fulfil } from './fulfil.server.ts';
import { refundPayment, refundPurchase } from './refund-purchase.server.ts';

const shop = testShop();
const { world, stand, statesOf, sharesOf, controls } = shop;

/** A finished purchase with balanced books. */
async function sold(priceCents = 999) {
  const made = await stand(priceCents);
  const { clientSecret, purchaseId } = await startPurchase(made.asBuyer(), made.item);
  await world.payments.answer(clientSecret);
  await shop.settled();
  const admin = world.member(await world.person({ isAdmin: true }));
  const mediaAccess = async () => (await findCard(made.asBuyer(), made.item)).mediaAccess;
  const balance = () => balanceOf(world.em(), made.creator.id);
  return { ...made, paymentId: paymentIn(clientSecret), purchaseId, admin, mediaAccess, balance };
}

describe('refunds', () => {
  test('an admin refunds in full: access ends, and both shares are taken back', async () => {
    const { item, buyer, purchaseId, admin, mediaAccess, balance } = await sold(999);
    expect(await mediaAccess()).toBe('viewer');
    await refundPurchase(admin, purchaseId, 'wrong belt');
    expect(await mediaAccess()).toBe('locked');
    expect(await auditEntriesAbout(world.em(), 'purchase', purchaseId)).toEqual([
      {
        by: admin.viewer.id,
        verb: 'began the refund of',
        name: expect.stringMatching(/^Item /),
        before: null,
        after: { amountCents: 999, buyerId: buyer.id },
        note: 'wrong belt',
      },
    ]);
    expect(await sharesOf(item)).toEqual([
      { kind: 'sale', account: 'creator', amount_cents: 500 },
      { kind: 'sale', account: 'platform', amount_cents: 499 },
      { kind: 'refund', account: 'creator', amount_cents: -500 },
      { kind: 'refund', account: 'platform', amount_cents: -499 },
    ]);
    expect(await balance()).toMatchObject({ earnedCents: 0, availableCents: 0 });
    await shop.settled();
    const again = refundPurchase(admin, purchaseId);
    await expect(again).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^This purchase has already been refunded/),
    });
  });

  test('pressed twice at once, one refund is sent', async () => {
    const { item, purchaseId, admin, paymentId } = await sold();
    await Promise.allSettled([1, 2, 3].map(() => refundPurchase(admin, purchaseId)));
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded']);
    const sent = await rows(world.em())`
      select 1 from sandbox.object where kind = 'refund' and body->>'payment_intent' = ${paymentId}`;
    expect(sent).toHaveLength(1);
    expect(await auditEntriesAbout(world.em(), 'purchase', purchaseId)).toHaveLength(1);
  });

  test.each([
    ['down', () => controls().switchOff()],
    ['failing after success', () => controls().dropNextAnswer()],
    ['replaying its failure', () => controls().failNext(1, { stored: true })],
  ])('with the provider %s, the admin reads so and the refund follows automatically', async (_how, order) => {
    const { item, purchaseId, admin } = await sold();
    await order();
    await expect(refundPurchase(admin, purchaseId)).rejects.toMatchObject({ status: 503 });
    await controls().switchOff(false);
    shop.later(3);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded']);
  });

  test('a partial refund in the provider’s dashboard keeps the access and splits what is left', async () => {
    const { item, paymentId, mediaAccess } = await sold(999);
    await world.payments.sandbox.provider.refund({
      paymentId,
      amountCents: 100,
      idempotencyKey: `part ${item}`,
    });
    await shop.settled();
    expect(await mediaAccess()).toBe('viewer');
    expect((await sharesOf(item)).slice(2)).toEqual([
      { kind: 'refund', account: 'creator', amount_cents: -50 },
      { kind: 'refund', account: 'platform', amount_cents: -50 },
    ]);
  });

  test('after a partial refund an admin refunds the rest, and the log says how much', async () => {
    const { item, purchaseId, admin, paymentId } = await sold(999);
    const part = { paymentId, amountCents: 100, idempotencyKey: `part ${item}` };
    await world.payments.sandbox.provider.refund(part);
    await shop.settled();
    await refundPurchase(admin, purchaseId);
    expect(await auditEntriesAbout(world.em(), 'purchase', purchaseId)).toMatchObject([
      { after: { amountCents: 899 } },
    ]);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded']);
  });

  test('an attempt without a payment has nothing to refund, and the provider is not asked', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret, purchaseId } = await startPurchase(asBuyer(), item);
    const admin = world.member(await world.person({ isAdmin: true }));
    await expect(refundPurchase(admin, purchaseId)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^This purchase has already been refunded/),
    });
    await refundPayment(world.systemContext(), paymentIn(clientSecret));
    await refundPayment(world.systemContext(), 'pi_unheard_of');
    const asked = rows(world.em())`
      select 1 from refunds where payment_id in (${paymentIn(clientSecret)}, 'pi_unheard_of')`;
    expect(await asked).toEqual([]);
    expect(await statesOf(item)).toEqual(['pending']);
  });

  test('a provider that reports more refunded than paid takes no more than that from the books', async () => {
    const { item, paymentId } = await sold(999);
    const { provider } = world.payments.sandbox;
    await provider.refund({ paymentId, idempotencyKey: `back ${item}` });
    const retrievePayment = async (id: string) => {
      const state = await provider.retrievePayment(id);
      return state && { ...state, refundedCents: 1_099 };
    };
    const systemContext = { ...world.systemContext(), payments: { ...provider, retrievePayment } };
    expect(await fulfil(systemContext, paymentId)).toMatchObject({ state: 'over' });
    expect((await sharesOf(item)).slice(2)).toEqual([
      { kind: 'refund', account: 'creator', amount_cents: -500 },
      { kind: 'refund', account: 'platform', amount_cents: -499 },
    ]);
    await shop.settled();
  });

  test.each([
    ['never arrived', () => controls().switchOff()],
    ['was carried out, but its answer lost', () => controls().dropNextAnswer()],
  ])(
    'a refund request that %s is not mistaken for a partial refund in the dashboard',
    async (_how, order) => {
      const { item, purchaseId, admin, paymentId } = await sold(999);
      const part = { paymentId, amountCents: 100, idempotencyKey: `part ${item}` };
      await world.payments.sandbox.provider.refund(part);
      await order();
      await expect(refundPurchase(admin, purchaseId)).rejects.toMatchObject({ status: 503 });
      await controls().switchOff(false);
      await world.payments.deliver();
      await shop.settled();
      expect(await statesOf(item)).toEqual(['refunded']);
      const given = await rows(world.em())`
      select reason, status, amount_cents as cents from refunds where payment_id = ${paymentId} order by cents`;
      expect(given).toEqual([
        { reason: 'provider', status: 'succeeded', cents: 100 },
        { reason: 'admin', status: 'succeeded', cents: 899 },
      ]);
    },
  );

  test('a refund that the bank reverses days later opens the item again', async () => {
    const { item, purchaseId, admin, mediaAccess, paymentId } = await sold();
    await refundPurchase(admin, purchaseId);
    await shop.settled();
    const [refund] = await rows<{ refund_id: string }>(world.em())`
      select refund_id from refunds where payment_id = ${paymentId}`;
    await controls().failRefund(refund?.refund_id ?? '');
    await shop.settled();
    expect(await mediaAccess()).toBe('viewer');
    expect(await statesOf(item)).toEqual(['paid']);
  });

  test('after a refund the item can be bought again', async () => {
    const { item, purchaseId, admin, asBuyer } = await sold();
    await refundPurchase(admin, purchaseId);
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await shop.settled();
    expect(await statesOf(item)).toEqual(['refunded', 'paid']);
  });
});

describe('disputes', () => {
  test('open, the creator’s share is frozen and the buyer keeps the item; won, everything is as before', async () => {
    const { paymentId, mediaAccess, balance, purchaseId, admin } = await sold(999);
    const dispute = await controls().openDispute(paymentId);
    await shop.settled();
    expect(await mediaAccess()).toBe('viewer');
    expect(await balance()).toMatchObject({ earnedCents: 500, frozenCents: 500, availableCents: 0 });
    await expect(refundPurchase(admin, purchaseId)).rejects.toMatchObject({ status: 409 });
    await controls().closeDispute(dispute, 'won');
    await shop.settled();
    expect(await balance()).toMatchObject({ earnedCents: 500, frozenCents: 0, availableCents: 500 });
  });

  test('lost, access and money are gone', async () => {
    const { item, paymentId, mediaAccess, balance } = await sold(999);
    const dispute = await controls().openDispute(paymentId);
    await controls().closeDispute(dispute, 'lost');
    await shop.settled();
    expect(await mediaAccess()).toBe('locked');
    expect(await statesOf(item)).toEqual(['disputed']);
    expect((await sharesOf(item)).slice(2)).toEqual([
      { kind: 'dispute', account: 'creator', amount_cents: -500 },
      { kind: 'dispute', account: 'platform', amount_cents: -499 },
    ]);
    expect(await balance()).toMatchObject({ earnedCents: 0, frozenCents: 0, availableCents: 0 });
  });

  test('a dispute reported before its sale is recorded', async () => {
    const { item, asBuyer } = await stand();
    const { clientSecret } = await startPurchase(asBuyer(), item);
    await world.payments.answer(clientSecret);
    await controls().openDispute(paymentIn(clientSecret));
    await controls().reorderEvents();
    await shop.settled();
    expect(await statesOf(item)).toEqual(['paid']);
  });
});
