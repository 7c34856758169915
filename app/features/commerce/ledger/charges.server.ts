import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError, retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { lostOf } from './disputes.server.ts';
import { refundSurplus } from './refund-surplus.server.ts';
import { creatorShareCents } from './share.ts';

/** What was written after reading a payment. */
export interface Settled {
  /** True when a known row changed: the provider must then be asked again (ADR-038). */
  isChanged: boolean;
  isSurplus: boolean;
}

/** Reads a payment at the provider and calls `write`, which brings our rows to that state in one transaction. Both
 *  run again when other requests changed the rows. `write` belongs to the purchase or plan; this module knows neither
 *  (ADR-046). Money that buys nothing is refunded.
 *  @param write gets the charge's version from before the provider was read, for `lockCharge`
 *  @returns null when the provider knows no such payment */
export async function settlePayment<Done extends Settled>(
  scope: SystemContext,
  paymentId: string,
  write: (payment: PaymentState, version: number | null) => Promise<Done>,
): Promise<Done | null> {
  const look = await retryOnConflict(async () => {
    const version = await chargeVersion(scope.em, paymentId);
    const payment = await scope.payments.retrievePayment(paymentId);
    return payment && { payment, done: await write(payment, version) };
  });
  if (!look) return null;
  if (look.done.isSurplus) await refundSurplus(scope, look.payment);
  return look.done;
}

/** The charge's version, to be compared after locking. Null while there is no charge. */
export async function chargeVersion(em: Em, paymentId: string): Promise<number | null> {
  const found = await db(em)
    .selectFrom('charges')
    .select('version')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return found?.version ?? null;
}

/** Locks the charge of a payment. Lock what it paid for first (`lockOrder`).
 *  @throws ConflictError when the version has changed since the provider was read */
export async function lockCharge(em: Em, paymentId: string, version: number | null) {
  const charge = await db(em)
    .selectFrom('charges as h')
    .leftJoin('purchases as p', 'p.id', 'h.purchase_id')
    .leftJoin('content as c', 'c.id', 'p.content_id')
    .select([
      'h.id',
      'h.kind',
      'h.purchase_id as purchaseId',
      // The seller. Null for a plan, whose money stays with Summa.
      'c.creator_id as creatorId',
      'h.amount_cents as amountCents',
      'h.refunded_cents as refundedCents',
      'h.lost_cents as lostCents',
      'h.version',
    ])
    .where('h.payment_id', '=', paymentId)
    .forNoKeyUpdate('h')
    .executeTakeFirst();
  if ((charge?.version ?? null) !== version) throw new ConflictError();
  return charge ?? null;
}

export type ChargeRow = NonNullable<Awaited<ReturnType<typeof lockCharge>>>;

export interface NewCharge extends Pick<ChargeRow, 'kind' | 'creatorId' | 'amountCents'> {
  userId: number;
  paymentId: string | null;
  title: string;
  paidAt: Date;
  purchaseId?: number;
  receiptUrl?: string | null;
  subscriptionId?: number;
  invoiceId?: string;
  number?: string | null;
  periodStart?: Date;
  periodEnd?: Date;
}

/** Records a charge with its shares. Call it in the transaction of what was paid for. False if already recorded. */
export async function recordCharge(em: Em, charge: NewCharge, at: Date): Promise<boolean> {
  const { kind, creatorId, amountCents } = charge;
  const made = await db(em)
    .insertInto('charges')
    .values({
      kind,
      user_id: charge.userId,
      purchase_id: charge.purchaseId,
      subscription_id: charge.subscriptionId,
      invoice_id: charge.invoiceId,
      payment_id: charge.paymentId,
      number: charge.number,
      title: charge.title,
      amount_cents: amountCents,
      receipt_url: charge.receiptUrl,
      period_start: charge.periodStart,
      period_end: charge.periodEnd,
      paid_at: charge.paidAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await postEntries(em, { chargeId: made.id, kind, creatorId, beforeCents: 0, afterCents: amountCents, at });
  return true;
}

/** Brings a locked charge to the provider's state. Refunds and lost disputes become negative entries. Equal values
 *  are not written. The caller updates what was paid for.
 *  @param isNews whether something beside the charge has changed, such as a dispute, so that the version must grow */
export async function settleCharge(
  em: Em,
  charge: ChargeRow,
  payment: PaymentState,
  { at, isNews = false }: { at: Date; isNews?: boolean },
): Promise<{ isChanged: boolean; leftCents: number; lostCents: number }> {
  const { id: chargeId, creatorId, amountCents } = charge;
  const refundedCents = Math.min(payment.refundedCents, amountCents);
  const lostCents = Math.min(await lostOf(em, payment.paymentId), amountCents - refundedCents);
  const isChanged = isNews || refundedCents !== charge.refundedCents || lostCents !== charge.lostCents;
  if (isChanged) {
    // The provider may name a new receipt at every read. That alone is no change.
    await db(em)
      .updateTable('charges')
      .set(({ eb, fn, val }) => ({
        refunded_cents: refundedCents,
        lost_cents: lostCents,
        version: eb('version', '+', 1),
        receipt_url: fn.coalesce(val(payment.receiptUrl), 'receipt_url'),
      }))
      .where('id', '=', chargeId)
      .execute();
  }

  const before = amountCents - charge.refundedCents - charge.lostCents;
  const between = before - (refundedCents - charge.refundedCents);
  const after = amountCents - refundedCents - lostCents;
  const entry = { chargeId, creatorId, at };
  await postEntries(em, { ...entry, kind: 'refund', beforeCents: before, afterCents: between });
  await postEntries(em, { ...entry, kind: 'dispute', beforeCents: between, afterCents: after });
  return { isChanged, leftCents: after, lostCents };
}

interface Posting {
  chargeId: number;
  /** `refund` and `dispute` are negative, or positive when that money came back. */
  kind: 'sale' | 'plan' | 'refund' | 'dispute';
  creatorId: number | null;
  beforeCents: number;
  afterCents: number;
  at: Date;
}

/** Books a change of a charge for the creator and for Summa. Call it in the transaction of the change. Each share is
 *  the difference of two rounded shares, so that the sums stay exact. */
async function postEntries(em: Em, { chargeId, kind, creatorId, beforeCents, afterCents, at }: Posting) {
  const creatorCents =
    creatorId === null ? 0 : creatorShareCents(afterCents) - creatorShareCents(beforeCents);
  const platformCents = afterCents - beforeCents - creatorCents;
  const entry = { charge_id: chargeId, kind, created_at: at };
  const entries = [
    { ...entry, account: 'creator' as const, creator_id: creatorId, amount_cents: creatorCents },
    { ...entry, account: 'platform' as const, creator_id: null, amount_cents: platformCents },
  ].filter(({ amount_cents }) => amount_cents !== 0);
  if (entries.length > 0) await db(em).insertInto('ledger_entries').values(entries).execute();
}
