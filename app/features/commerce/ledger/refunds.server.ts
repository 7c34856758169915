import { randomUUID } from 'node:crypto';
import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { databaseRefusal } from '../../../db/refusals.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { Refused } from '../../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { RefundState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { refundStates } from './refund.entity.ts';

export interface RefundRow {
  id: number;
  paymentId: string;
  idempotencyKey: string;
}

export interface RefundRequest {
  paymentId: string;
  amountCents: number;
  /** `request`: a custom request that was not delivered as agreed. */
  reason: 'admin' | 'surplus' | 'request';
  purchaseId?: number;
  adminId?: number;
  note?: string | null;
  /** Runs in the transaction that saves a new refund, and not for one that is sent again. */
  afterInsert?: (em: Em) => Promise<unknown>;
}

/** Refunds all that is left of a payment. The refund is saved with its key first. One without an answer is sent again
 *  under its key, so that two calls make one refund.
 *  @returns who asked first
 *  @throws Refused when the provider refuses; PaymentProviderDown when it does not answer */
export async function requestRefund(
  scope: SystemContext,
  request: RefundRequest,
): Promise<{ adminId: number | null }> {
  const asked = await retryOnConflict(() =>
    scope.em.transactional((em) => insertRefund(em, request, scope.now())),
  );
  if (asked.status === 'asked') await sendRefund(scope, asked);
  return { adminId: asked.adminId };
}

/** The states in which a payment has no second refund of ours, as the index `refunds_once` has them. */
const activeStates = ['asked', 'pending', 'succeeded'] as const;

const refundColumns = [
  'id',
  'payment_id as paymentId',
  'idempotency_key as idempotencyKey',
  'status',
  'admin_id as adminId',
] as const;

const chargeOf = (em: Em, paymentId: string) =>
  db(em).selectFrom('charges').select('id').where('payment_id', '=', paymentId);

async function insertRefund(em: Em, request: RefundRequest, at: Date) {
  const { paymentId, amountCents, reason, purchaseId, adminId, note } = request;
  // The referenced rows are locked in the order of `lockOrder`, not in the order of the foreign keys.
  if (adminId) await lockMembers(em, [adminId], 'key share');
  if (purchaseId) {
    await db(em).selectFrom('purchases').select('id').where('id', '=', purchaseId).forKeyShare().execute();
  }
  await chargeOf(em, paymentId).forKeyShare().execute();
  const made = await db(em)
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      charge_id: chargeOf(em, paymentId),
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
        // Literals, because the index `refunds_once` has them.
        .where(
          'status',
          'in',
          activeStates.map((status) => sql.lit(status)),
        )
        .where('reason', '<>', sql.lit('provider'))
        .doNothing(),
    )
    .returning(refundColumns)
    .executeTakeFirst();
  if (!made) return earlierRefund(em, paymentId);
  await request.afterInsert?.(em);
  return made;
}

async function earlierRefund(em: Em, paymentId: string) {
  const earlier = await db(em)
    .selectFrom('refunds')
    .select(refundColumns)
    .where('payment_id', '=', paymentId)
    .where('status', 'in', activeStates)
    .where('reason', '<>', 'provider')
    .executeTakeFirst();
  if (!earlier) throw new ConflictError();
  return earlier;
}

const newRefundKey = () => `refund:${randomUUID()}`;

/** Sends a saved refund under its key and saves the answer. @throws Refused, PaymentProviderDown */
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
    if (error instanceof PaymentProviderDown && error.keySpent) return sendAgain(scope, refund);
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

/** The old key can no longer be used. If a refund did happen under it, the provider refuses the second one. */
async function sendAgain(scope: SystemContext, { id, paymentId }: RefundRow) {
  const idempotencyKey = newRefundKey();
  await db(scope.em)
    .updateTable('refunds')
    .set({ idempotency_key: idempotencyKey })
    .where('id', '=', id)
    .execute();
  await sendRefund(scope, { id, paymentId, idempotencyKey });
}

function refundStatus({ status }: RefundState): OwnState {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** Saves a refund as the provider describes it, also one from the provider's dashboard. A refund of another amount is
 *  not the answer to our waiting one, which stays and is sent again.
 *  @returns the payment whose charge must be settled next; null for a refund without a payment */
export async function syncRefund(scope: SystemContext, refundId: string): Promise<string | null> {
  const { em, payments, now } = scope;
  const refund = await payments.retrieveRefund(refundId);
  if (!refund?.paymentId) return null;
  const { paymentId, amountCents, createdAt } = refund;
  const status = refundStatus(refund);
  // A refund's state only moves forward. An older answer changes nothing.
  const earlier = refundStates.slice(0, refundStates.indexOf(status));
  const seen = { refundId, paymentId, amountCents, status, earlier, createdAt, at: now() };
  await retryOnConflict(() => em.transactional((em) => saveSeen(em, seen)));
  return paymentId;
}

type OwnState = (typeof refundStates)[number];

interface RefundSeen {
  refundId: string;
  paymentId: string;
  amountCents: number;
  status: OwnState;
  /** The states from which it may move to this one. */
  earlier: OwnState[];
  createdAt: Date;
  at: Date;
}

/** Moves our refund to the provider's state, or adds one that was made in the provider's dashboard. */
async function saveSeen(em: Em, seen: RefundSeen) {
  const { refundId, paymentId, amountCents, status, earlier, createdAt, at } = seen;
  const ours = await db(em)
    .selectFrom('refunds')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        eb('refund_id', '=', refundId),
        and({ payment_id: paymentId, status: 'asked', amount_cents: amountCents }),
      ]),
    )
    // The one that is known by its id comes before one that waits for its answer.
    .orderBy(sql`refund_id is distinct from ${refundId}`)
    .executeTakeFirst();
  if (ours) {
    await db(em)
      .updateTable('refunds')
      .set({ refund_id: refundId, status, updated_at: at })
      .where('id', '=', ours.id)
      .where('status', '=', anyOf('text', earlier))
      .execute();
    return;
  }
  await db(em)
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      charge_id: chargeOf(em, paymentId),
      refund_id: refundId,
      idempotency_key: `seen:${refundId}`,
      amount_cents: amountCents,
      reason: 'provider',
      status,
      created_at: createdAt,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
