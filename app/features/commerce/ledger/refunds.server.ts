import { countAll, db, sql, timestamptz } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { Refused } from '../../../errors.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { isUndecided, lostOf } from './disputes.server.ts';
import { newRefundKey, sendRefund } from './send-refund.server.ts';

export interface Ask {
  paymentId: string;
  amountCents: number;
  /** `request`: a custom request that was not delivered as agreed. */
  reason: 'admin' | 'surplus' | 'request';
  purchaseId?: number;
  adminId?: number;
  note?: string | null;
  /** Runs in the transaction that saves a new refund, and not for one that is sent again. */
  written?: (em: Em) => Promise<unknown>;
}

/** How often a surplus is refunded by itself before an operator must look at it. */
const tries = 3;

const hourBefore = ({ now }: SystemContext) => new Date(now().getTime() - 3_600_000);

/**
 * Refunds all that is left of a payment. The refund is saved with its key first. One without an answer is sent again
 * under its key, so that two calls make one refund.
 * @returns who asked first
 * @throws Refused when the provider refuses; PaymentProviderDown when it does not answer
 */
export async function askRefund(scope: SystemContext, ask: Ask): Promise<{ adminId: number | null }> {
  const asked = await retryOnConflict(() => scope.em.transactional((em) => writeDown(em, ask, scope.now())));
  if (asked.status === 'asked') await sendRefund(scope, asked);
  return { adminId: asked.adminId };
}

/** The states in which a payment has no second refund of ours, as the index `refunds_once` has them. */
const standing = ['asked', 'pending', 'succeeded'] as const;

const askedColumns = [
  'id',
  'payment_id as paymentId',
  'idempotency_key as idempotencyKey',
  'status',
  'admin_id as adminId',
] as const;

async function writeDown(em: Em, ask: Ask, at: Date) {
  const { paymentId, amountCents, reason, purchaseId, adminId, note } = ask;
  // The referenced rows are locked in the order of `lockOrder`, not in the order of the foreign keys.
  if (adminId) await lockMembers(em, [adminId], 'key share');
  if (purchaseId) {
    await db(em).selectFrom('purchases').select('id').where('id', '=', purchaseId).forKeyShare().execute();
  }
  const charge = db(em).selectFrom('charges').select('id').where('payment_id', '=', paymentId);
  await charge.forKeyShare().execute();
  const made = await db(em)
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      charge_id: charge,
      purchase_id: purchaseId,
      idempotency_key: newRefundKey(),
      amount_cents: amountCents,
      reason,
      note,
      admin_id: adminId,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .where('status', 'in', standing)
        .where('reason', '<>', 'provider')
        .doNothing(),
    )
    .returning(askedColumns)
    .executeTakeFirst();
  if (!made) return earlierAsk(em, paymentId);
  await ask.written?.(em);
  return made;
}

async function earlierAsk(em: Em, paymentId: string) {
  const earlier = await db(em)
    .selectFrom('refunds')
    .select(askedColumns)
    .where('payment_id', '=', paymentId)
    .where('status', 'in', standing)
    .where('reason', '<>', 'provider')
    .executeTakeFirst();
  if (!earlier) throw new ConflictError();
  return earlier;
}

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
  await askRefund(scope, { paymentId, amountCents, reason }).catch((error) => {
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
