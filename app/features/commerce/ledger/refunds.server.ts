import { randomUUID } from 'node:crypto';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { databaseRefusal } from '../../../db/refusals.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { Refused } from '../../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { PaymentState, RefundState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { isUndecided, lostOf } from './disputes.server.ts';

interface RefundRow {
  id: number;
  paymentId: string;
  idempotencyKey: string;
}

interface Asked extends RefundRow {
  status: string;
  adminId: number | null;
}

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

const newKey = () => `refund:${randomUUID()}`;

/**
 * Refunds all that is left of a payment. The refund is saved with its key first. One without an answer is sent again
 * under its key, so that two calls make one refund.
 * @returns who asked first
 * @throws Refused when the provider refuses; PaymentProviderDown when it does not answer
 */
export async function askRefund(scope: SystemContext, ask: Ask): Promise<Pick<Asked, 'adminId'>> {
  const asked = await retryOnConflict(() => scope.em.transactional((em) => writeDown(em, ask, scope.now())));
  if (asked.status === 'asked') await send(scope, asked);
  return { adminId: asked.adminId };
}

async function writeDown(em: Em, ask: Ask, at: Date) {
  const { paymentId, amountCents, reason, purchaseId, adminId, note } = ask;
  // The referenced rows are locked in the order of `lockOrder`, not in the order of the foreign keys.
  if (adminId) await lockMembers(em, [adminId], 'key share');
  if (purchaseId) await row(em)`select from purchases where id = ${purchaseId} for key share`;
  await row(em)`select from charges where payment_id = ${paymentId} for key share`;
  const made = await row<Asked>(em)`
    insert into refunds (payment_id, charge_id, purchase_id, idempotency_key, amount_cents, reason, note,
      admin_id, created_at, updated_at)
    values (${paymentId}, (select id from charges where payment_id = ${paymentId}), ${purchaseId ?? null},
      ${newKey()}, ${amountCents}, ${reason}, ${note ?? null}, ${adminId ?? null}, ${at}, ${at})
    on conflict (payment_id) where status in ('asked', 'pending', 'succeeded') and reason <> 'provider' do nothing
    returning ${asked}`;
  if (!made) return earlierAsk(em, paymentId);
  await ask.written?.(em);
  return made;
}

const asked = fragment`id, payment_id as "paymentId", idempotency_key as "idempotencyKey", status,
  admin_id as "adminId"`;

async function earlierAsk(em: Em, paymentId: string): Promise<Asked> {
  const earlier = await row<Asked>(em)`
    select ${asked} from refunds
    where payment_id = ${paymentId} and status in ('asked', 'pending', 'succeeded') and reason <> 'provider'`;
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
  const refused = await row<{ count: number; isRecent: boolean; isUndecided: boolean }>(scope.em)`
    select count(*)::int as count, ${isUndecided(fragment`${paymentId}`)} as "isUndecided",
      coalesce(bool_or(refund_id is null and updated_at > ${hourBefore(scope)}), false) as "isRecent"
    from refunds where payment_id = ${paymentId} and status = 'failed'`;
  if (amountCents <= 0 || !refused || refused.isRecent || refused.count >= tries) return;
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
  const refused = await rows<{ paymentId: string }>(scope.em)`
    select payment_id as "paymentId" from refunds where reason = 'surplus' group by payment_id
    having bool_and(status = 'failed') and count(*) < ${tries} and max(updated_at) <= ${hourBefore(scope)} limit 50`;
  return refused.map(({ paymentId }) => paymentId);
}

async function send(scope: SystemContext, { id, paymentId, idempotencyKey }: RefundRow): Promise<void> {
  const { em, payments, now } = scope;
  try {
    const refund = await payments.refund({ paymentId, idempotencyKey });
    await retryOnConflict(() =>
      em.transactional(async (em) => {
        // If the refund's event has already been processed, this answer is older.
        const isOpen = await row(em)`
          select 1 from refunds where id = ${id} and status = 'asked' for no key update`;
        if (!isOpen) return;
        // The event may have come first and been saved as a refund made at the provider.
        await row(em)`delete from refunds where refund_id = ${refund.refundId}`;
        await row(em)`
          update refunds set refund_id = ${refund.refundId}, status = ${wordFor(refund)},
            amount_cents = ${refund.amountCents}, updated_at = ${now()}
          where id = ${id}`;
      }),
    ).catch((error) => {
      // The provider has sent the money back. Its event, or the reconciler, saves it.
      if (!databaseRefusal(error)) throw error;
    });
  } catch (error) {
    if (error instanceof PaymentProviderDown && error.keySpent) return sendAnew(scope, { id, paymentId });
    if (!(error instanceof PaymentRefused)) throw error;
    // It was refunded in the provider's dashboard, or our first call did succeed.
    const isDone = error.code === 'charge_already_refunded';
    await row(em)`
      update refunds set status = ${isDone ? 'succeeded' : 'failed'}, note = ${error.message}, updated_at = ${now()}
      where id = ${id} and status = 'asked'`;
    if (isDone) return;
    throw new Refused(`The payment provider refused the refund: ${error.message}`, {
      status: 409,
      cause: error,
    });
  }
}

/** The old key cannot be used any more. If a refund did happen under it, the provider refuses the second one. */
async function sendAnew(scope: SystemContext, { id, paymentId }: { id: number; paymentId: string }) {
  const idempotencyKey = newKey();
  await row(scope.em)`update refunds set idempotency_key = ${idempotencyKey} where id = ${id}`;
  await send(scope, { id, paymentId, idempotencyKey });
}

/** The provider's state of a refund, in our terms. */
const wordFor = ({ status }: RefundState) => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
};

export const waitingRefunds = ({ em }: SystemContext, before: Date) => rows<RefundRow>(em)`
  select id, payment_id as "paymentId", idempotency_key as "idempotencyKey" from refunds
  where status = 'asked' and updated_at < ${before} order by id limit 50`;

/** Sends one of them again. A refusal is saved and does not fail the reconciler. */
export async function retryRefund(scope: SystemContext, refund: RefundRow): Promise<void> {
  await send(scope, refund).catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
}

const refundStates = ['asked', 'pending', 'succeeded', 'failed'];

/** Saves a refund as the provider describes it, also one from the provider's dashboard. A refund of another amount is
 *  not the answer to our waiting one, which stays and is sent again.
 *  @returns the payment whose charge must be settled next; null for a refund without a payment */
export async function takeRefund(scope: SystemContext, refundId: string): Promise<string | null> {
  const { em, payments, now } = scope;
  const refund = await payments.retrieveRefund(refundId);
  if (!refund?.paymentId) return null;
  const { paymentId, amountCents } = refund;
  const status = wordFor(refund);
  // A refund's state only moves forward. An older answer changes nothing.
  const earlier = refundStates.slice(0, refundStates.indexOf(status));
  await retryOnConflict(
    () => row(em)`
    with ours as (
      select id from refunds where id = coalesce((select id from refunds where refund_id = ${refundId}),
        (select id from refunds where payment_id = ${paymentId} and status = 'asked'
          and amount_cents = ${amountCents}))
    ), changed as (
      update refunds set refund_id = ${refundId}, status = ${status}, updated_at = ${now()} from ours
      where refunds.id = ours.id and refunds.status = any(${earlier}::text[])
    )
    insert into refunds (payment_id, charge_id, refund_id, idempotency_key, amount_cents, reason, status,
      created_at, updated_at)
    select ${paymentId}, (select id from charges where payment_id = ${paymentId}), ${refundId},
      ${`seen:${refundId}`}, ${amountCents}::int, 'provider', ${status}, ${refund.createdAt}::timestamptz,
      ${now()}::timestamptz
    where not exists (select 1 from ours)
    on conflict do nothing`,
  );
  return paymentId;
}
