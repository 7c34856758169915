import type { Em } from '../../db/orm.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { Stale } from '../../db/until-fresh.server.ts';
import type { PaymentState } from '../../payments/payment-states.ts';
import { post } from '../earnings/ledger.server.ts';
import { tell } from '../notifications/tell.server.ts';
import { moneyCame, moneyWent } from '../requests/payment.server.ts';
import { lostOf } from './dispute-facts.server.ts';
import type { PurchaseStatus } from './purchase.entity.ts';

/** A purchase with what the money rules must know of its item; locked by those who change it. */
export interface PurchaseRow {
  id: number;
  userId: number;
  contentId: number;
  creatorId: number;
  amountCents: number;
  title: string;
  status: PurchaseStatus;
  paymentId: string | null;
  checkoutId: string | null;
  idempotencyKey: string | null;
  lastError: string | null;
}

export interface ChargeRow {
  id: number;
  kind: 'sale' | 'plan';
  purchaseId: number | null;
  creatorId: number | null;
  amountCents: number;
  refundedCents: number;
  lostCents: number;
  version: number;
}

/** The version of the charge of a payment, to be compared once it is locked; null while there is none. */
export async function chargeVersion(em: Em, paymentId: string): Promise<number | null> {
  const found = await row<{ version: number }>(em)`
    select version from charges where payment_id = ${paymentId}`;
  return found?.version ?? null;
}

/** Locks the charge of a payment, after all purchases of its item and member: everybody locks in this order.
 *  @throws Stale when it is not of the version that was read before the provider was asked */
export async function lockCharge(
  em: Em,
  paymentId: string,
  version: number | null,
): Promise<ChargeRow | null> {
  await row(em)`
    select 1 from purchases where (user_id, content_id) = (
      select p.user_id, p.content_id from purchases p join charges h on h.purchase_id = p.id
      where h.payment_id = ${paymentId})
    order by id for update`;
  const charge = await row<ChargeRow>(em)`
    select h.id, h.kind, h.purchase_id as "purchaseId", c.creator_id as "creatorId",
      h.amount_cents as "amountCents", h.refunded_cents as "refundedCents",
      h.lost_cents as "lostCents", h.version
    from charges h
    left join purchases p on p.id = h.purchase_id
    left join content c on c.id = p.content_id
    where h.payment_id = ${paymentId} for update of h`;
  if ((charge?.version ?? null) !== version) throw new Stale();
  return charge;
}

/** Records the money of a sale and gives what it paid for: access, the two shares, the counter. */
export async function recordSale(em: Em, purchase: PurchaseRow, payment: PaymentState, at: Date) {
  await row(em)`
    update purchases set status = 'paid', paid_at = ${at}, payment_id = ${payment.paymentId}, last_error = null
    where id = ${purchase.id}`;
  const charge = await row<{ id: number }>(em)`
    insert into charges (kind, user_id, purchase_id, payment_id, title, amount_cents, receipt_url, paid_at)
    values ('sale', ${purchase.userId}, ${purchase.id}, ${payment.paymentId}, ${purchase.title},
      ${payment.amountCents}, ${payment.receiptUrl}, ${at})
    returning id`;
  await count(em, purchase.id, 1);
  const { creatorId } = purchase;
  const posting = { kind: 'sale', creatorId, beforeCents: 0, afterCents: payment.amountCents, at } as const;
  await post(em, { chargeId: charge?.id ?? 0, ...posting });
  await tell(em, { ...saleOf(purchase), deed: 'sold', at });
}

/**
 * Brings a locked charge to what the provider holds now: refunds and lost disputes are negative entries, and
 * take the access away once nothing is left, or at once when a dispute is lost.
 * @returns whether money is left that buys nothing, because the member has bought the item a second time
 */
export async function settle(em: Em, charge: ChargeRow, payment: PaymentState, at: Date): Promise<boolean> {
  const { id: chargeId, creatorId, amountCents } = charge;
  const refundedCents = Math.min(payment.refundedCents, amountCents);
  const lostCents = Math.min(await lostOf(em, payment.paymentId), amountCents - refundedCents);
  await row(em)`
    update charges set refunded_cents = ${refundedCents}, lost_cents = ${lostCents}, version = version + 1,
      receipt_url = coalesce(${payment.receiptUrl}, receipt_url)
    where id = ${chargeId}`;

  const before = amountCents - charge.refundedCents - charge.lostCents;
  const between = before - (refundedCents - charge.refundedCents);
  const after = amountCents - refundedCents - lostCents;
  const entry = { chargeId, creatorId, at };
  await post(em, { ...entry, kind: 'refund', beforeCents: before, afterCents: between });
  await post(em, { ...entry, kind: 'dispute', beforeCents: between, afterCents: after });

  if (charge.purchaseId === null) return false;
  const status = lostCents > 0 ? 'disputed' : after === 0 ? 'refunded' : 'paid';
  if (status === 'paid') return !(await open(em, charge.purchaseId, at));
  await close(em, charge.purchaseId, status, at);
  return false;
}

/** A paid purchase opens its item and counts as a sale; false when another one does so already. An attempt that
 *  is still open is overtaken: should it be paid, that money goes back. */
async function open(em: Em, id: number, at: Date): Promise<boolean> {
  const others = await rows<{ id: number; status: PurchaseStatus; itself: boolean }>(em)`
    select p.id, p.status, p.id = ${id} as itself from purchases p join purchases o on o.id = ${id}
    where p.user_id = o.user_id and p.content_id = o.content_id`;
  if (others.some(({ itself, status }) => itself && status === 'paid')) return true;
  if (others.some(({ itself, status }) => !itself && (status === 'paid' || status === 'review')))
    return false;
  for (const { id: other, itself, status } of others) {
    if (!itself && status === 'pending') await close(em, other, 'cancelled', at);
  }
  await row(em)`update purchases set status = 'paid' where id = ${id}`;
  await count(em, id, 1);
  const bought = await boughtBy(em, id);
  if (bought) await moneyCame(em, bought, at);
  return true;
}

async function close(em: Em, id: number, status: 'refunded' | 'disputed' | 'cancelled', at: Date) {
  const was = await row<{ status: PurchaseStatus }>(em)`select status from purchases where id = ${id}`;
  await row(em)`update purchases set status = ${status} where id = ${id}`;
  if (was?.status !== 'paid') return;
  await count(em, id, -1);
  const sale = await row<Sale>(em)`
    select p.id, p.title, c.creator_id as "creatorId" from purchases p join content c on c.id = p.content_id
    where p.id = ${id}`;
  if (sale && status !== 'cancelled') {
    await tell(em, { ...saleOf(sale), deed: status === 'refunded' ? 'refunded' : 'taken-back', at });
  }
  const bought = await boughtBy(em, id);
  if (bought) await moneyWent(em, bought, at);
  // Money of an earlier purchase that came back unasked buys the item again.
  const kept = await row<{ id: number }>(em)`
    select p.id from purchases p join purchases o on o.id = ${id}
    join charges h on h.purchase_id = p.id
    where p.user_id = o.user_id and p.content_id = o.content_id and p.id <> ${id} and h.lost_cents = 0
      and h.refunded_cents < h.amount_cents
    order by p.id desc limit 1`;
  if (kept) await open(em, kept.id, at);
}

const boughtBy = (em: Em, id: number) =>
  row<{ contentId: number; userId: number }>(em)`
    select content_id as "contentId", user_id as "userId" from purchases where id = ${id}`;

type Sale = Pick<PurchaseRow, 'id' | 'creatorId' | 'title'>;

/** What creators hear of a sale; who bought is nobody's business but the admins'. */
const saleOf = ({ id, creatorId, title }: Sale) => ({
  kind: 'sale' as const,
  to: creatorId,
  about: id,
  title,
});

const count = (em: Em, purchaseId: number, change: 1 | -1) => row(em)`
  update content_stats set sales = sales + ${change}::int
  where content_id = (select content_id from purchases where id = ${purchaseId})`;
