import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import { lostOf } from '../ledger/disputes.server.ts';
import type { PurchaseRow } from './purchase-row.server.ts';

interface ArrivedPayment {
  purchase: PurchaseRow;
  /** All attempts of the member to buy this item. */
  all: PurchaseRow[];
  payment: PaymentState;
  /** Of the member whom the payment names, and the site's own mode: the payment must have the same. */
  customerId: string | null;
  livemode: boolean;
}

interface RefusedPayment {
  state: 'paid' | 'review' | 'over';
  message: string | null;
  /** The money buys nothing and must be refunded. */
  isSurplus: boolean;
}

/** What happens to a payment that succeeded and does not buy the item: one that does not match its order is kept for
 *  review, and one for an item or attempt that was settled otherwise is refunded. Null when it buys the item. */
export async function refusePayment(
  em: Em,
  { purchase, all, payment, customerId, livemode }: ArrivedPayment,
): Promise<RefusedPayment | null> {
  const mismatch = mismatchOf(purchase, payment, { customerId, livemode });
  const isInReviewForThis = purchase.status === 'review' && purchase.paymentId === payment.paymentId;
  if (mismatch && (purchase.status === 'pending' || isInReviewForThis)) {
    const state = await putIntoReview(em, purchase, { payment, note: mismatch });
    return { state, message: mismatch, isSurplus: false };
  }
  const hasOtherPayment = all.some(
    ({ id, status }) =>
      status === 'paid' || (status === 'review' && !(id === purchase.id && isInReviewForThis)),
  );
  const isOver = !['pending', 'cancelled', 'failed', 'review'].includes(purchase.status);
  // Money without a matching order is also refunded if it cannot be kept for review.
  if (mismatch || hasOtherPayment || isOver) {
    const state = all.some(({ status }) => status === 'paid') ? 'paid' : hasOtherPayment ? 'review' : 'over';
    return { state, message: null, isSurplus: true };
  }
  return null;
}

/** Keeps a payment that does not match its order for review, until an operator or the bank has sent it back. */
async function putIntoReview(
  em: Em,
  { id }: PurchaseRow,
  { payment, note }: { payment: PaymentState; note: string },
): Promise<'review' | 'over'> {
  const { paymentId, refundedCents, receivedCents } = payment;
  const isTakenBack = (await lostOf(em, paymentId)) > 0;
  const status = isTakenBack ? 'disputed' : refundedCents >= receivedCents ? 'refunded' : 'review';
  await db(em)
    .updateTable('purchases')
    .set({ status, payment_id: paymentId, review_note: note })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('status', '<>', status),
        eb('payment_id', 'is distinct from', paymentId),
        eb('review_note', 'is distinct from', note),
      ]),
    )
    .execute();
  return status === 'review' ? 'review' : 'over';
}

function mismatchOf(
  purchase: PurchaseRow,
  payment: PaymentState,
  { customerId, livemode }: { customerId: string | null; livemode: boolean },
): string | null {
  const { purchase: marks } = payment;
  const wrong = [
    payment.amountCents !== purchase.amountCents || payment.receivedCents !== purchase.amountCents
      ? `amount ${payment.receivedCents} instead of ${purchase.amountCents} cents`
      : null,
    payment.currency !== 'usd' ? `currency ${payment.currency}` : null,
    marks?.contentId !== String(purchase.contentId) ? `item ${marks?.contentId}` : null,
    marks?.memberId !== String(purchase.userId) ? `member ${marks?.memberId}` : null,
    customerId === null || payment.customerId !== customerId ? `customer ${payment.customerId}` : null,
    payment.livemode !== livemode ? 'a test payment beside live ones, or the reverse' : null,
  ].filter((reason) => reason !== null);
  return wrong.length > 0 ? `Payment ${payment.paymentId}: ${wrong.join(', ')}` : null;
}
