import { randomUUID } from 'node:crypto';
import type { HouseScope } from '../../scope.ts';
import { refundPayment } from '../purchases/refunds.server.ts';

/** Closes the ways in which an attempt at a plan could still be paid; one that runs already is left alone. */
export async function endAttemptAtProvider(
  scope: HouseScope,
  { subscriptionId, checkoutId }: { subscriptionId: string | null; checkoutId: string | null },
) {
  const { payments } = scope;
  if (checkoutId) await payments.expireCheckout(checkoutId);
  const state = subscriptionId ? await payments.retrieveSubscription(subscriptionId) : null;
  if (!subscriptionId || state?.status !== 'incomplete') return;
  await payments.cancelNow({ subscriptionId, idempotencyKey: `end:${randomUUID()}` });
  // Paid in the very moment in which it ended: the money goes back.
  await refundInvoices(scope, subscriptionId);
}

/** Gives back whatever was paid for a subscription. */
export async function refundInvoices(scope: HouseScope, subscriptionId: string) {
  for (const { paymentId, status } of await scope.payments.listInvoices(subscriptionId)) {
    if (paymentId && status === 'paid') await refundPayment(scope, paymentId);
  }
}
