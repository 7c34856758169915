import { randomUUID } from 'node:crypto';
import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../payments/payment-errors.ts';
import type { PaymentState, RefundState } from '../../payments/payment-states.ts';
import type { HouseScope } from '../../scope.ts';
import { isUndecided, lostOf } from './dispute-facts.server.ts';

interface RefundRow {
  id: number;
  paymentId: string;
  idempotencyKey: string;
}

/** What is written down: this ask, or the one that was there before. */
interface Asked extends RefundRow {
  status: string;
  isNew: boolean;
  adminId: number | null;
}

export interface Ask {
  paymentId: string;
  amountCents: number;
  /** `request`: one that was not kept. */
  reason: 'admin' | 'surplus' | 'request';
  purchaseId?: number;
  adminId?: number;
  note?: string | null;
  /** Done in the transaction that writes a new ask down; not for one that is taken up again. */
  written?: (em: Em) => Promise<unknown>;
}

/** How often a surplus is sent back before people have to look at it. */
const tries = 3;

const hourBefore = ({ now }: HouseScope) => new Date(now().getTime() - 3_600_000);

const newKey = () => `refund:${randomUUID()}`;

/**
 * Asks the provider for all that is left of a payment. The ask is written down with its key before; one that
 * was never answered is taken up again, so that asking twice sends one refund.
 * @returns who asked first
 * @throws Refused when the provider will not; PaymentProviderDown when it does not answer
 */
export async function askRefund(scope: HouseScope, ask: Ask): Promise<Pick<Asked, 'adminId'>> {
  const asked = await scope.em.transactional((em) => writeDown(em, ask, scope.now()));
  if (asked?.status === 'asked') await send(scope, asked);
  return { adminId: asked?.adminId ?? null };
}

async function writeDown(em: Em, ask: Ask, at: Date) {
  const { paymentId, amountCents, reason, purchaseId, adminId, note } = ask;
  const asked = await row<Asked>(em)`
    insert into refunds (payment_id, charge_id, purchase_id, idempotency_key, amount_cents, reason, note,
      admin_id, created_at, updated_at)
    values (${paymentId}, (select id from charges where payment_id = ${paymentId}), ${purchaseId ?? null},
      ${newKey()}, ${amountCents}, ${reason}, ${note ?? null}, ${adminId ?? null}, ${at}, ${at})
    on conflict (payment_id) where status in ('asked', 'pending', 'succeeded') and reason <> 'provider'
      do update set updated_at = excluded.updated_at
    returning id, payment_id as "paymentId", idempotency_key as "idempotencyKey", status,
      xmax = 0 as "isNew", admin_id as "adminId"`;
  if (asked?.isNew) await ask.written?.(em);
  return asked;
}

/** Sends a payment back that paid for what was paid already. What the provider refuses is no trouble of whoever
 *  paid: the reconciler asks again an hour later, and after three refusals it is left to people. While a bank is
 *  deciding about it nothing is asked, because that would be refused; its answer leads here again. */
export async function refundSurplus(
  scope: HouseScope,
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

/** Payments whose surplus the provider would not send back so far. */
export async function refusedSurplus(scope: HouseScope): Promise<string[]> {
  const refused = await rows<{ paymentId: string }>(scope.em)`
    select payment_id as "paymentId" from refunds where reason = 'surplus' group by payment_id
    having bool_and(status = 'failed') and count(*) < ${tries} and max(updated_at) <= ${hourBefore(scope)} limit 50`;
  return refused.map(({ paymentId }) => paymentId);
}

async function send(scope: HouseScope, { id, paymentId, idempotencyKey }: RefundRow): Promise<void> {
  const { em, payments, now } = scope;
  try {
    const refund = await payments.refund({ paymentId, idempotencyKey });
    await em.transactional(async (em) => {
      // Its event may have been quicker than its answer, and have passed for a refund of the provider's own.
      await row(em)`delete from refunds where refund_id = ${refund.refundId} and id <> ${id}`;
      await row(em)`
        update refunds set refund_id = ${refund.refundId}, status = ${wordFor(refund)},
          amount_cents = ${refund.amountCents}, updated_at = ${now()}
        where id = ${id}`;
    });
  } catch (error) {
    if (error instanceof PaymentProviderDown && error.keySpent) return sendAnew(scope, { id, paymentId });
    if (!(error instanceof PaymentRefused)) throw error;
    // Somebody gave it back in the provider's own dashboard, or our first ask came through after all.
    const isDone = error.code === 'charge_already_refunded';
    await row(em)`
      update refunds set status = ${isDone ? 'succeeded' : 'failed'}, note = ${error.message}, updated_at = ${now()}
      where id = ${id}`;
    if (isDone) return;
    throw new Refused(`The payment provider refused the refund: ${error.message}`, {
      status: 409,
      cause: error,
    });
  }
}

/** The old key answers nothing useful any more. A refund that did happen under it is refused a second time. */
async function sendAnew(scope: HouseScope, { id, paymentId }: { id: number; paymentId: string }) {
  const idempotencyKey = newKey();
  await row(scope.em)`update refunds set idempotency_key = ${idempotencyKey} where id = ${id}`;
  await send(scope, { id, paymentId, idempotencyKey });
}

/** The provider's word for a refund, in ours. */
export const wordFor = ({ status }: RefundState) => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
};

/** Refunds whose answer never came. */
export const waitingRefunds = ({ em }: HouseScope, before: Date) => rows<RefundRow>(em)`
  select id, payment_id as "paymentId", idempotency_key as "idempotencyKey" from refunds
  where status = 'asked' and updated_at < ${before} order by id limit 50`;

/** Asks again for one of them; a refusal is written down, and no trouble of the reconciler's. */
export async function retryRefund(scope: HouseScope, refund: RefundRow): Promise<void> {
  await send(scope, refund).catch((error) => {
    if (!(error instanceof Refused)) throw error;
  });
}
