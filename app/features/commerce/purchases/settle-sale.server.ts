import { lockMembers } from '../../../db/lock-order.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { ConflictError } from '../../../db/retry-on-conflict.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import type { PaymentState } from '../../../payments/payment-states.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { moneyCame, moneyWent } from '../custom-requests/payment.server.ts';
import {
  type ChargeRow,
  lockCharge,
  recordCharge,
  type Settled,
  settleCharge,
} from '../ledger/charges.server.ts';
import type { PurchaseStatus } from './purchase.entity.ts';
import type { PurchaseRow } from './purchase-row.server.ts';

type Pair = Pick<PurchaseRow, 'userId' | 'contentId' | 'creatorId'>;

/** Locks all attempts of a member to buy an item, so that parallel payments wait here. The buyer and the creator, to
 *  whom charges and shares refer, are locked first (`lockOrder`). */
export async function lockAttempts(em: Em, { userId, contentId, creatorId }: Pair): Promise<void> {
  await lockMembers(em, [userId, creatorId], 'key share');
  await row(em)`
    select 1 from purchases where user_id = ${userId} and content_id = ${contentId}
    order by id for no key update`;
}

/** Locks the charge of a payment, after all attempts for its item. A plan's charge is locked alone.
 *  @throws ConflictError when the version has changed since the provider was read */
export async function lockSale(em: Em, paymentId: string, version: number | null): Promise<ChargeRow | null> {
  const pair = await row<Pair>(em)`
    select p.user_id as "userId", p.content_id as "contentId", c.creator_id as "creatorId"
    from charges h join purchases p on p.id = h.purchase_id join content c on c.id = p.content_id
    where h.payment_id = ${paymentId}`;
  if (pair) await lockAttempts(em, pair);
  return lockCharge(em, paymentId, version);
}

export async function recordSale(em: Em, purchase: PurchaseRow, payment: PaymentState, at: Date) {
  const { id: purchaseId, userId, creatorId, title } = purchase;
  const { paymentId, amountCents, receiptUrl } = payment;
  await row(em)`
    update purchases set status = 'paid', paid_at = ${at}, payment_id = ${paymentId}, last_error = null
    where id = ${purchaseId}`;
  const facts = { userId, creatorId, purchaseId, paymentId, title, amountCents, receiptUrl, paidAt: at };
  if (!(await recordCharge(em, { kind: 'sale', ...facts }, at))) throw new ConflictError();
  await count(em, purchase.id, 1);
  await notify(em, { ...saleOf(purchase), deed: 'sold', at });
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
  if (status === 'paid') return { isChanged, isSurplus: !(await open(em, charge.purchaseId, at)) };
  await close(em, charge.purchaseId, status, at);
  return { isChanged, isSurplus: false };
}

/** Opens the item for a paid purchase and counts the sale. False when another purchase already does. An open attempt
 *  is cancelled; if it is paid later, that money is refunded. */
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
  const bought = await boughtBy(em, id);
  if (bought) await moneyCame(em, bought, at);
  await count(em, id, 1);
  return true;
}

async function close(em: Em, id: number, status: 'refunded' | 'disputed' | 'cancelled', at: Date) {
  const was = await row<{ status: PurchaseStatus }>(em)`select status from purchases where id = ${id}`;
  if (was?.status !== status) await row(em)`update purchases set status = ${status} where id = ${id}`;
  if (was?.status !== 'paid') return;
  const bought = await boughtBy(em, id);
  if (bought) await moneyWent(em, bought, at);
  await count(em, id, -1);
  const sale = await row<Sale>(em)`
    select p.id, p.title, c.creator_id as "creatorId" from purchases p join content c on c.id = p.content_id
    where p.id = ${id}`;
  if (sale && status !== 'cancelled') {
    await notify(em, { ...saleOf(sale), deed: status === 'refunded' ? 'refunded' : 'taken-back', at });
  }
  // If an earlier purchase has money again, after a failed refund, it opens the item.
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

/** The notification for the creator. It does not name the buyer, whom only admins see. */
const saleOf = ({ id, creatorId, title }: Sale) => ({
  kind: 'sale' as const,
  to: creatorId,
  about: id,
  title,
});

const count = (em: Em, purchaseId: number, change: 1 | -1) => row(em)`
  update content_stats set sales = sales + ${change}::int
  where content_id = (select content_id from purchases where id = ${purchaseId})`;
