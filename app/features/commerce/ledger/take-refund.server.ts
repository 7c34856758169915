import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { refundStates } from './refund.entity.ts';
import { refundStatus } from './send-refund.server.ts';
import { saveRefund } from './take-refund.sql.server.ts';

/** Saves a refund as the provider describes it, also one from the provider's dashboard. A refund of another amount is
 *  not the answer to our waiting one, which stays and is sent again.
 *  @returns the payment whose charge must be settled next; null for a refund without a payment */
export async function takeRefund(scope: SystemContext, refundId: string): Promise<string | null> {
  const { em, payments, now } = scope;
  const refund = await payments.retrieveRefund(refundId);
  if (!refund?.paymentId) return null;
  const { paymentId, amountCents, createdAt } = refund;
  const status = refundStatus(refund);
  // A refund's state only moves forward. An older answer changes nothing.
  const earlier = refundStates.slice(0, refundStates.indexOf(status));
  const seen = { refundId, paymentId, amountCents, status, earlier, createdAt, at: now() };
  await retryOnConflict(() => saveRefund(em, seen));
  return paymentId;
}
