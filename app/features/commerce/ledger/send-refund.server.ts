import { randomUUID } from 'node:crypto';
import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { databaseRefusal } from '../../../db/refusals.server.ts';
import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { Refused } from '../../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { RefundState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';

export interface RefundRow {
  id: number;
  paymentId: string;
  idempotencyKey: string;
}

export const newRefundKey = () => `refund:${randomUUID()}`;

/** Sends a saved refund under its key and saves the answer.
 *  @throws Refused when the provider refuses; PaymentProviderDown when it does not answer */
export async function sendRefund(scope: SystemContext, refund: RefundRow): Promise<void> {
  const { em, payments, now } = scope;
  const { id, paymentId, idempotencyKey } = refund;
  try {
    const made = await payments.refund({ paymentId, idempotencyKey });
    await retryOnConflict(() => em.transactional((em) => saveAnswer(em, id, made, now()))).catch((error) => {
      // The provider has sent the money back. Its event, or the reconciler, saves it.
      if (!databaseRefusal(error)) throw error;
    });
  } catch (error) {
    if (error instanceof PaymentProviderDown && error.keySpent) return sendAnew(scope, refund);
    if (!(error instanceof PaymentRefused)) throw error;
    // It was refunded in the provider's dashboard, or our first call did succeed.
    const isDone = error.code === 'charge_already_refunded';
    await db(em)
      .updateTable('refunds')
      .set({ status: isDone ? 'succeeded' : 'failed', note: error.message, updated_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'asked')
      .execute();
    if (isDone) return;
    throw new Refused(`The payment provider refused the refund: ${error.message}`, {
      status: 409,
      cause: error,
    });
  }
}

async function saveAnswer(em: Em, id: number, refund: RefundState, at: Date) {
  const { refundId, amountCents } = refund;
  // If the refund's event has already been processed, this answer is older.
  const open = await db(em)
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!open) return;
  // The event may have come first and been saved as a refund made at the provider.
  await db(em).deleteFrom('refunds').where('refund_id', '=', refundId).execute();
  await db(em)
    .updateTable('refunds')
    .set({ refund_id: refundId, status: refundStatus(refund), amount_cents: amountCents, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** The old key cannot be used any more. If a refund did happen under it, the provider refuses the second one. */
async function sendAnew(scope: SystemContext, { id, paymentId }: RefundRow) {
  const idempotencyKey = newRefundKey();
  await db(scope.em)
    .updateTable('refunds')
    .set({ idempotency_key: idempotencyKey })
    .where('id', '=', id)
    .execute();
  await sendRefund(scope, { id, paymentId, idempotencyKey });
}

/** The provider's state of a refund, in our terms. */
export function refundStatus({ status }: RefundState) {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

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
