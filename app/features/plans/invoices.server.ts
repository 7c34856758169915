import { row } from '../../db/sql.server.ts';
import type { InvoiceState, SubscriptionState } from '../../payments/payment-states.ts';
import type { PaidPlan } from '../../payments/plan-prices.ts';
import type { HouseScope } from '../../scope.ts';
import { post } from '../earnings/ledger.server.ts';
import { fulfil } from '../purchases/fulfil.server.ts';
import { planNames } from './plans.ts';

/** Records every paid invoice of a subscription that is not recorded yet; its money stays with the house. */
export async function recordInvoices(
  scope: HouseScope,
  { subscriptionId, latestInvoiceId }: SubscriptionState,
) {
  if (!latestInvoiceId) return;
  const isKnown = await row(scope.em)`select 1 from charges where invoice_id = ${latestInvoiceId}`;
  if (isKnown) return;
  for (const invoice of await scope.payments.listInvoices(subscriptionId))
    await recordInvoice(scope, invoice);
}

interface Owner {
  id: number;
  userId: number;
  plan: PaidPlan;
}

/** Records a paid invoice once, also one that is paid after younger ones are. */
export async function recordInvoice(scope: HouseScope, invoice: InvoiceState) {
  const { em, payments, now } = scope;
  const { invoiceId, paymentId, amountPaidCents: amountCents } = invoice;
  if (invoice.status !== 'paid' || amountCents === 0 || invoice.currency !== 'usd') return;
  if (invoice.live !== payments.live) return;
  const made = await em.transactional(async (em) => {
    const owner = await row<Owner>(em)`
      select id, user_id as "userId", plan from subscriptions
      where subscription_id = ${invoice.subscriptionId}`;
    if (!owner) return null;
    const charge = await row<{ id: number }>(em)`
      insert into charges (kind, user_id, subscription_id, invoice_id, payment_id, number, title, amount_cents,
        period_start, period_end, paid_at)
      values ('plan', ${owner.userId}, ${owner.id}, ${invoiceId}, ${paymentId}, ${invoice.number},
        ${titleOf(invoice, owner.plan)}, ${amountCents}, ${invoice.periodStart}, ${invoice.periodEnd},
        ${invoice.paidAt ?? now()})
      on conflict do nothing returning id`;
    if (!charge) return null;
    const posting = { kind: 'plan', creatorId: null, beforeCents: 0, afterCents: amountCents } as const;
    await post(em, { chargeId: charge.id, ...posting, at: now() });
    return charge;
  });
  // Money that went back before the charge was known could not be booked then.
  if (made && paymentId) await fulfil(scope, paymentId);
}

const titleOf = ({ reason }: InvoiceState, plan: PaidPlan) =>
  reason === 'change' ? `Change to ${planNames[plan]}` : `${planNames[plan]}, one month`;
