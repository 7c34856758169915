import { expect, test } from 'vitest';
import { testShop } from '../../../../tests/support/money/shop.ts';
import { rows } from '../../../../tests/support/sql.ts';
import type { InvoiceState } from '../../../payments/payment-states.ts';
import { recordInvoice } from './invoices.server.ts';
import { startSubscription } from './subscribe.server.ts';

const shop = testShop();
const { world } = shop;
const provider = () => world.payments.sandbox.provider;

/** The first invoice of a plan: just paid, and not recorded here yet. */
async function paidInvoice() {
  const viewer = await world.person();
  const { subscriptionId, clientSecret } = await startSubscription(world.member(viewer), 'premium');
  await world.payments.answer(clientSecret);
  const [invoice] = await provider().listInvoices(subscriptionId ?? '');
  const charges = () => rows(world.em())`
    select invoice_id as "invoiceId", amount_cents as paid, refunded_cents as refunded
    from charges where user_id = ${viewer.id}`;
  return { invoice: invoice!, charges };
}

test.each<[string, Partial<InvoiceState>]>([
  // As for an invoice that is partly paid.
  ['that is not paid', { status: 'open' }],
  ['that costs nothing', { amountPaidCents: 0 }],
  ['in another currency', { currency: 'eur' }],
  ['of the other mode', { livemode: true }],
  ['of a subscription that is not here', { subscriptionId: 'sub_elsewhere' }],
])('an invoice %s is not recorded; the same invoice otherwise is, once', async (_which, change) => {
  const { invoice, charges } = await paidInvoice();
  await recordInvoice(world.systemContext(), { ...invoice, ...change });
  expect(await charges()).toEqual([]);
  for (const _ of [1, 2]) await recordInvoice(world.systemContext(), invoice);
  expect(await charges()).toEqual([{ invoiceId: invoice.invoiceId, paid: 999, refunded: 0 }]);
  await shop.settled();
});

test('an invoice that was refunded before it was recorded is recorded with its refund', async () => {
  const { invoice, charges } = await paidInvoice();
  const paymentId = invoice.paymentId ?? '';
  await provider().refund({ paymentId, amountCents: 300, idempotencyKey: `early ${paymentId}` });
  await recordInvoice(world.systemContext(), invoice);
  expect(await charges()).toMatchObject([{ paid: 999, refunded: 300 }]);
  await shop.settled();
});
