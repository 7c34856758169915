import { db } from '../../../db/kysely.server.ts';
import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError } from '../../../db/retry-on-conflict.server.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { recordRefund, recordRefundReversed } from '../custom-requests/payment.server.ts';
import {
  type ChargeRow,
  lockCharge,
  recordCharge,
  type Settled,
  settleCharge,
} from '../ledger/charges.server.ts';
import { findPurchaseById, type PurchaseRow, setPurchaseStatus } from './purchase-row.server.ts';

type Pair = Pick<PurchaseRow, 'userId' | 'contentId' | 'creatorId'>;

/** Locks all attempts of a member to buy an item, so that parallel payments wait here. The buyer and the creator, to
 *  whom charges and shares refer, are locked first (`lockOrder`). */
export async function lockAttempts(em: Em, { userId, contentId, creatorId }: Pair): Promise<void> {
  await lockMembers(em, [userId, creatorId], 'key share');
  await db(em)
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('content_id', '=', contentId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks the charge of a payment, after all attempts for its item. A plan's charge is locked alone.
 *  @throws ConflictError when the version has changed since the provider was read */
export async function lockSale(em: Em, paymentId: string, version: number | null): Promise<ChargeRow | null> {
  const pair = await db(em)
    .selectFrom('charges as h')
    .innerJoin('purchases as p', 'p.id', 'h.purchase_id')
    .innerJoin('content as c', 'c.id', 'p.content_id')
    .select(['p.user_id as userId', 'p.content_id as contentId', 'c.creator_id as creatorId'])
    .where('h.payment_id', '=', paymentId)
    .executeTakeFirst();
  if (pair) await lockAttempts(em, pair);
  return lockCharge(em, paymentId, version);
}

export async function recordSale(em: Em, purchase: PurchaseRow, payment: PaymentState, at: Date) {
  const { id: purchaseId, userId, creatorId, title } = purchase;
  const { paymentId, amountCents, receiptUrl } = payment;
  await db(em)
    .updateTable('purchases')
    .set({ status: 'paid', paid_at: at, payment_id: paymentId, last_error: null })
    .where('id', '=', purchaseId)
    .execute();
  const facts = { userId, creatorId, purchaseId, paymentId, title, amountCents, receiptUrl, paidAt: at };
  if (!(await recordCharge(em, { kind: 'sale', ...facts }, at))) throw new ConflictError();
  await addToSales(em, purchase.id, 1);
  await notify(em, { ...saleOf(purchase), event: 'sold', at });
}

/** Brings a locked charge and its purchase to the provider's state. Access ends when nothing is left or a dispute is
 *  lost, and begins again when the money came back.
 *  @param news see `settleCharge` */
export async function settleSale(
  em: Em,
  charge: ChargeRow,
  payment: PaymentState,
  news: { at: Date; isNews?: boolean },
): Promise<Settled> {
  const { at } = news;
  const { isChanged, leftCents, lostCents } = await settleCharge(em, charge, payment, news);
  if (charge.purchaseId === null) return { isChanged, isSurplus: false };
  const status = lostCents > 0 ? 'disputed' : leftCents === 0 ? 'refunded' : 'paid';
  // The rest of the money buys nothing if the member has bought the item a second time.
  if (status === 'paid') return { isChanged, isSurplus: !(await grantAccess(em, charge.purchaseId, at)) };
  await endAccess(em, charge.purchaseId, status, at);
  return { isChanged, isSurplus: false };
}

/** Opens the item for a paid purchase and counts the sale. False when another purchase already does. An open attempt
 *  is cancelled; if it is paid later, that money is refunded. */
async function grantAccess(em: Em, id: number, at: Date): Promise<boolean> {
  const all = await attemptsForSameItem(em, id).select(['p.id', 'p.status']).execute();
  if (all.some((each) => each.id === id && each.status === 'paid')) return true;
  const others = all.filter((each) => each.id !== id);
  if (others.some(({ status }) => status === 'paid' || status === 'review')) return false;
  for (const other of others) {
    if (other.status === 'pending') await endAccess(em, other.id, 'cancelled', at);
  }
  await setPurchaseStatus(em, id, 'paid');
  const bought = await itemAndBuyerOf(em, id);
  if (bought) await recordRefundReversed(em, bought, at);
  await addToSales(em, id, 1);
  return true;
}

/** All attempts of the member of purchase `id` to buy its item, itself included. */
const attemptsForSameItem = (em: Em, id: number) =>
  db(em)
    .selectFrom('purchases as p')
    .innerJoin('purchases as o', (join) =>
      join.onRef('o.user_id', '=', 'p.user_id').onRef('o.content_id', '=', 'p.content_id'),
    )
    .where('o.id', '=', id);

async function endAccess(em: Em, id: number, status: 'refunded' | 'disputed' | 'cancelled', at: Date) {
  const was = await db(em).selectFrom('purchases').select('status').where('id', '=', id).executeTakeFirst();
  if (was?.status !== status) await setPurchaseStatus(em, id, status);
  if (was?.status !== 'paid') return;
  const bought = await itemAndBuyerOf(em, id);
  if (bought) await recordRefund(em, bought, at);
  await addToSales(em, id, -1);
  const sale = await findPurchaseById(em, id);
  if (sale && status !== 'cancelled') {
    await notify(em, { ...saleOf(sale), event: status === 'refunded' ? 'refunded' : 'taken-back', at });
  }
  // If an earlier purchase has money again, after a failed refund, it opens the item.
  const kept = await attemptsForSameItem(em, id)
    .innerJoin('charges as h', 'h.purchase_id', 'p.id')
    .select('p.id')
    .where('p.id', '<>', id)
    .where('h.lost_cents', '=', 0)
    .whereRef('h.refunded_cents', '<', 'h.amount_cents')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (kept) await grantAccess(em, kept.id, at);
}

const itemAndBuyerOf = (em: Em, id: number) =>
  db(em)
    .selectFrom('purchases')
    .select(['content_id as contentId', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst();

type Sale = Pick<PurchaseRow, 'id' | 'creatorId' | 'title'>;

/** The notification for the creator. It does not name the buyer, whom only admins see. */
const saleOf = ({ id, creatorId, title }: Sale) => ({
  kind: 'sale' as const,
  to: creatorId,
  about: id,
  title,
});

const addToSales = (em: Em, purchaseId: number, change: 1 | -1) =>
  db(em)
    .updateTable('content_stats')
    .set(({ eb }) => ({ sales: eb('sales', '+', change) }))
    .where('content_id', '=', ({ selectFrom }) =>
      selectFrom('purchases').select('content_id').where('id', '=', purchaseId),
    )
    .execute();
