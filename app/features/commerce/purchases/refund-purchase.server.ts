import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { isConflict } from '../../../db/retry-on-conflict.server.ts';
import { NotFound, Refused } from '../../../errors.ts';
import { PaymentProviderDown } from '../../../payments/payment-errors.ts';
import type { AdminScope, SystemContext } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { bankDecides } from '../ledger/disputes.server.ts';
import { refundRest } from '../ledger/refund-surplus.server.ts';
import { requestRefund } from '../ledger/refunds.server.ts';
import { type Fulfilment, fulfil } from './fulfil.server.ts';
import { findPurchaseById, type PurchaseRow } from './purchase-row.server.ts';

/** Refunds all that is left of a purchase: access ends, and both shares are taken back. Two clicks make one refund.
 *  @throws NotFound, Refused when nothing is left, another admin was first, a bank is deciding, or the provider does
 *    not answer */
export async function refundPurchase(
  scope: AdminScope,
  purchaseId: number,
  note: string | null = null,
): Promise<Fulfilment> {
  const { em, viewer } = scope;
  const purchase = await findPurchaseById(em, purchaseId);
  if (!purchase) throw new NotFound();
  const { paymentId } = purchase;
  if (!paymentId || (purchase.status !== 'paid' && purchase.status !== 'review')) {
    throw nothingLeft();
  }
  if (await bankDecides(em, paymentId)) {
    throw new Refused('The buyer’s bank is deciding about this payment. Please wait for its answer.', {
      status: 409,
    });
  }
  try {
    const facts = { paymentId, purchaseId, adminId: viewer.id, note };
    const amountCents = await leftOf(em, purchase);
    // It was refunded after the purchase was read.
    if (amountCents <= 0) throw await refusalWithoutMoney(em, scope, paymentId);
    const afterInsert = (em: Em) =>
      recordAuditOf(scope, em, {
        verb: 'began the refund of',
        kind: 'purchase',
        id: purchaseId,
        name: purchase.title,
        after: { amountCents, buyerId: purchase.userId },
        note,
      });
    const { adminId } = await requestRefund(scope, { ...facts, amountCents, reason: 'admin', afterInsert });
    const done = await fulfilled(scope, { paymentId, purchaseId });
    if (adminId !== viewer.id) throw await refundedBy(em, adminId);
    return done;
  } catch (error) {
    if (!(error instanceof PaymentProviderDown)) throw error;
    throw new Refused('The payment provider did not answer. The refund is tried again within minutes.', {
      status: 503,
      cause: error,
    });
  }
}

/** @returns the error to throw when nothing is left. It names the other admin who refunded first, if there is one */
async function refusalWithoutMoney(em: Em, { viewer }: AdminScope, paymentId: string): Promise<Refused> {
  const first = await db(em)
    .selectFrom('refunds')
    .select('admin_id as adminId')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['pending', 'succeeded'])
    .where('admin_id', '<>', viewer.id)
    .executeTakeFirst();
  return first ? refundedBy(em, first.adminId) : nothingLeft();
}

const nothingLeft = () => new Refused('This purchase has already been refunded in full.', { status: 409 });

/** The result of a refund that the provider has made. If parallel requests win, their result is used. */
async function fulfilled(
  scope: SystemContext,
  { paymentId, purchaseId }: { paymentId: string; purchaseId: number },
): Promise<Fulfilment> {
  try {
    return await fulfil(scope, paymentId);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const purchase = await findPurchaseById(scope.em, purchaseId);
    const isOver = purchase?.status === 'refunded' || purchase?.status === 'disputed';
    return { state: isOver ? 'over' : 'paid', purchase, message: null };
  }
}

/** @returns the error for the second admin. Their text is not in the log, so the message says so */
async function refundedBy(em: Em, adminId: number | null): Promise<Refused> {
  const first = await db(em)
    .selectFrom('users')
    .select('username')
    .where('id', '=', adminId)
    .executeTakeFirst();
  const who = first ? `@${first.username}` : 'Somebody';
  return new Refused(`${who} has already refunded this. What you wrote is below; it is not in the log.`, {
    status: 409,
  });
}

/** Reads our ledger, so that a refund can be saved while the provider does not answer. */
async function leftOf(em: Em, { id, amountCents }: PurchaseRow): Promise<number> {
  const charge = await db(em)
    .selectFrom('charges')
    .select(['amount_cents', 'refunded_cents', 'lost_cents'])
    .where('purchase_id', '=', id)
    .executeTakeFirst();
  return charge ? charge.amount_cents - charge.refunded_cents - charge.lost_cents : amountCents;
}

/** Refunds what is left of any payment, for example a plan that was paid twice or a request that was not delivered. */
export async function refundPayment(
  scope: SystemContext,
  paymentId: string,
  reason: 'surplus' | 'request' = 'surplus',
) {
  if (await refundRest(scope, paymentId, reason)) await fulfil(scope, paymentId);
}
