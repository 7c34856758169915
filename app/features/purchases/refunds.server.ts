import type { Em } from '../../db/orm.server.ts';
import { fragment, row } from '../../db/sql.server.ts';
import { NotFound, Refused } from '../../errors.ts';
import { PaymentProviderDown } from '../../payments/payment-errors.ts';
import type { AdminScope, HouseScope } from '../../scope.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { askRefund, refundSurplus, wordFor } from './ask-refund.server.ts';
import type { PurchaseRow } from './charges.server.ts';
import { isUndecided } from './dispute-facts.server.ts';
import { type Fulfilment, findPurchaseById, fulfil } from './fulfil.server.ts';

/**
 * Gives a member everything back that is left of a purchase: access ends, both shares are taken back. Pressing it
 * twice sends one refund.
 * @throws NotFound, Refused when nothing is left, another admin was first, a bank is deciding, or the provider does
 *   not answer
 */
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
    throw new Refused('Nothing is left to give back for this purchase.', { status: 409 });
  }
  if (await row(em)`select 1 where ${isUndecided(fragment`${paymentId}`)}`) {
    throw new Refused('The buyer’s bank is deciding about this payment. Please wait for its answer.', {
      status: 409,
    });
  }
  try {
    const facts = { paymentId, purchaseId, adminId: viewer.id, note };
    const amountCents = await leftOf(em, purchase);
    const written = (em: Em) =>
      recordActOf(scope, em, {
        verb: 'began the refund of',
        kind: 'purchase',
        id: purchaseId,
        name: purchase.title,
        after: { amountCents, buyerId: purchase.userId },
        note,
      });
    const { adminId } = await askRefund(scope, { ...facts, amountCents, reason: 'admin', written });
    const done = await fulfil(scope, paymentId);
    if (adminId !== viewer.id) await tellWhoWasFirst(em, adminId);
    return done;
  } catch (error) {
    if (!(error instanceof PaymentProviderDown)) throw error;
    throw new Refused('The payment provider did not answer. The refund is tried again within minutes.', {
      status: 503,
      cause: error,
    });
  }
}

/** @throws Refused always: what the second one wrote is not in the log */
async function tellWhoWasFirst(em: Em, adminId: number | null): Promise<never> {
  const first = await row<{ username: string }>(em)`select username::text from users where id = ${adminId}`;
  const who = first ? `@${first.username}` : 'Somebody';
  throw new Refused(
    `${who} was first and has refunded this. What you wrote still stands below; it is not in the log.`,
    {
      status: 409,
    },
  );
}

/** As our books have it, so that the ask can be written down while the provider is away. */
async function leftOf(em: Em, { id, amountCents }: PurchaseRow): Promise<number> {
  const left = await row<{ cents: number }>(em)`
    select amount_cents - refunded_cents - lost_cents as cents from charges where purchase_id = ${id}`;
  return left?.cents ?? amountCents;
}

/** Gives back what is left of any payment, as for a plan that was paid twice. */
export async function refundPayment(scope: HouseScope, paymentId: string) {
  const payment = await scope.payments.retrievePayment(paymentId);
  if (payment?.status !== 'succeeded') return;
  await refundSurplus(scope, payment);
  await fulfil(scope, paymentId);
}

/** Takes over what the provider says of a refund, also of one made in its own dashboard, and settles. One of
 *  another amount than the ask that waits is not its answer: the ask stays, and is sent again. */
export async function syncRefund(scope: HouseScope, refundId: string): Promise<Fulfilment | null> {
  const { em, payments, now } = scope;
  const refund = await payments.retrieveRefund(refundId);
  if (!refund?.paymentId) return null;
  const { paymentId, amountCents } = refund;
  const status = wordFor(refund);
  await row(em)`
    with ours as (
      update refunds set refund_id = ${refundId}, status = ${status}, updated_at = ${now()}
      where id = coalesce((select id from refunds where refund_id = ${refundId}),
        (select id from refunds where payment_id = ${paymentId} and status = 'asked'
          and amount_cents = ${amountCents}))
      returning id
    )
    insert into refunds (payment_id, charge_id, refund_id, idempotency_key, amount_cents, reason, status,
      created_at, updated_at)
    select ${paymentId}, (select id from charges where payment_id = ${paymentId}), ${refundId},
      ${`seen:${refundId}`}, ${amountCents}::int, 'provider', ${status}, ${refund.createdAt}::timestamptz,
      ${now()}::timestamptz
    where not exists (select 1 from ours)
    on conflict (refund_id) do nothing`;
  return fulfil(scope, paymentId);
}
