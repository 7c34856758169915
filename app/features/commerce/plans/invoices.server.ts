import { db } from '../../../db/kysely.server.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { planNames } from '../../../domain/plans.ts';
import type { InvoiceState, SubscriptionState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { lockCharge, recordCharge, settleCharge, settlePayment } from '../ledger/charges.server.ts';

/** Records the paid invoices of a subscription that are not recorded yet. Their money stays with Summa. */
export async function recordInvoices(
  scope: SystemContext,
  { subscriptionId, latestInvoiceId }: SubscriptionState,
) {
  if (!latestInvoiceId) return;
  const isKnown = await db(scope.em)
    .selectFrom('charges')
    .select('id')
    .where('invoice_id', '=', latestInvoiceId)
    .executeTakeFirst();
  if (isKnown) return;
  for (const invoice of await scope.payments.listInvoices(subscriptionId))
    await recordInvoice(scope, invoice);
}

/** Records a paid invoice once, even if younger ones were recorded before it. */
export async function recordInvoice(scope: SystemContext, invoice: InvoiceState) {
  const { em, payments, now } = scope;
  const { invoiceId, paymentId, amountPaidCents: amountCents } = invoice;
  if (invoice.status !== 'paid' || amountCents === 0 || invoice.currency !== 'usd') return;
  if (invoice.livemode !== payments.livemode) return;
  const made = await em.transactional(async (em) => {
    const owner = await db(em)
      .selectFrom('subscriptions')
      .select(['id', 'user_id as userId', 'plan'])
      .where('subscription_id', '=', invoice.subscriptionId)
      .executeTakeFirst();
    if (!owner) return false;
    const facts = { userId: owner.userId, subscriptionId: owner.id, invoiceId, paymentId, amountCents };
    const { number, periodStart, periodEnd } = invoice;
    const words = { number, title: titleOf(invoice, owner.plan), periodStart, periodEnd };
    const paidAt = invoice.paidAt ?? now();
    return recordCharge(em, { kind: 'plan', creatorId: null, ...facts, ...words, paidAt }, now());
  });
  // A refund from before the charge was recorded could not be booked until now.
  if (made && paymentId) await settleInvoice(scope, paymentId);
}

/** Brings the charge of a paid invoice to the provider's state, for example after a refund. */
export async function settleInvoice(scope: SystemContext, paymentId: string): Promise<void> {
  const done = await settlePayment(scope, paymentId, (payment, version) =>
    scope.em.transactional(async (em) => {
      const charge = await lockCharge(em, paymentId, version);
      const settled = charge && (await settleCharge(em, charge, payment, { at: scope.now() }));
      return { isChanged: settled?.isChanged ?? false, isSurplus: false };
    }),
  );
  // A newer read at the same time may have found nothing to change, so the provider is asked again (ADR-038).
  if (done?.isChanged) await settleInvoice(scope, paymentId);
}

const titleOf = ({ reason }: InvoiceState, plan: PaidPlan) =>
  reason === 'change' ? `Change to ${planNames[plan]}` : `${planNames[plan]}, one month`;
