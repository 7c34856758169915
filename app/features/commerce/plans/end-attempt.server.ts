import { randomUUID } from 'node:crypto';
import type { SystemContext } from '../../../scope.ts';
import { refundRest } from '../ledger/refund-surplus.server.ts';
import { settleInvoice } from './invoices.server.ts';

/** Closes an attempt's ways to pay. An active subscription is left alone. */
export async function endAttemptAtProvider(
  scope: SystemContext,
  { subscriptionId, checkoutId }: { subscriptionId: string | null; checkoutId: string | null },
) {
  const { payments } = scope;
  if (checkoutId) await payments.expireCheckout(checkoutId);
  const state = subscriptionId ? await payments.retrieveSubscription(subscriptionId) : null;
  if (!subscriptionId || state?.status !== 'incomplete') return;
  await payments.cancelNow({ subscriptionId, idempotencyKey: `end:${randomUUID()}` });
  // It was paid just before it ended: the money is refunded.
  await refundInvoices(scope, subscriptionId);
}

export async function refundInvoices(scope: SystemContext, subscriptionId: string) {
  for (const { paymentId, status } of await scope.payments.listInvoices(subscriptionId)) {
    if (!paymentId || status !== 'paid') continue;
    if (await refundRest(scope, paymentId)) await settleInvoice(scope, paymentId);
  }
}
