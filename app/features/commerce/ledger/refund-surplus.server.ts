import { countAll, db, sql, timestamptz } from '../../../db/kysely.server.ts';
import { Refused } from '../../../errors.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { isUndecided, lostOf } from './disputes.server.ts';
import { type RefundRow, requestRefund, sendRefund } from './refunds.server.ts';

/** How often a surplus is refunded by itself before an operator must look at it. */
const tries = 3;

const hourBefore = ({ now }: SystemContext) => new Date(now().getTime() - 3_600_000);

/** Refunds a payment that buys nothing. A refusal is not shown to the payer: the reconciler tries again an hour
 *  later, and after three refusals an operator decides. During a dispute the provider would refuse, so nothing is
 *  sent; the end of the dispute calls this again. */
export async function refundSurplus(
  scope: SystemContext,
  payment: PaymentState,
  reason: 'surplus' | 'request' = 'surplus',
) {
  const { paymentId } = payment;
  const amountCents = payment.receivedCents - payment.refundedCents - (await lostOf(scope.em, paymentId));
  const isRecent = sql<boolean>`coalesce(bool_or(refund_id is null and updated_at > ${hourBefore(scope)}), false)`;
  const refused = await db(scope.em)
    .selectFrom('refunds')
    .select([
      countAll().as('count'),
      isRecent.as('isRecent'),
      isUndecided(sql`${paymentId}`).as('isUndecided'),
    ])
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  if (amountCents <= 0 || refused.isRecent || refused.count >= tries) return;
  if (refused.isUndecided && payment.purchase) return;
  await requestRefund(scope, { paymentId, amountCents, reason }).catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
}

/** @returns false when no money is left, so that nothing has changed */
export async function refundRest(
  scope: SystemContext,
  paymentId: string,
  reason: 'surplus' | 'request' = 'surplus',
): Promise<boolean> {
  const payment = await scope.payments.retrievePayment(paymentId);
  if (payment?.status !== 'succeeded') return false;
  await refundSurplus(scope, payment, reason);
  return true;
}

export async function refusedSurplus(scope: SystemContext): Promise<string[]> {
  const refused = await db(scope.em)
    .selectFrom('refunds')
    .select('payment_id as paymentId')
    .where('reason', '=', 'surplus')
    .groupBy('payment_id')
    .having(sql<boolean>`bool_and(status = 'failed')`)
    .having(countAll(), '<', tries)
    .having(({ fn }) => fn.max('updated_at'), '<=', timestamptz(hourBefore(scope)))
    .limit(50)
    .execute();
  return refused.map(({ paymentId }) => paymentId);
}

/** Refunds of ours without an answer, saved before this time. */
export const waitingRefunds = ({ em }: SystemContext, before: Date): Promise<RefundRow[]> =>
  db(em)
    .selectFrom('refunds')
    .select(['id', 'payment_id as paymentId', 'idempotency_key as idempotencyKey'])
    .where('status', '=', 'asked')
    .where('updated_at', '<', timestamptz(before))
    .orderBy('id')
    .limit(50)
    .execute();

/** Sends one of them again. A refusal is saved and does not fail the reconciler. */
export async function retryRefund(scope: SystemContext, refund: RefundRow): Promise<void> {
  await sendRefund(scope, refund).catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
}
