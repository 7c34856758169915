import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { move, type RequestRow, requestColumns } from './move.server.ts';

interface Bought {
  contentId: number;
  userId: number;
}

/** Starts the work on a request; the creator's days count from now. Call it in the transaction that records the sale.
 *  @returns false when the request no longer waits for payment `id`, so that its money must be refunded */
export async function takePayment(
  em: Em,
  { id, contentId, userId }: Bought & { id: number },
  at: Date,
): Promise<boolean> {
  const request = await lockOf(em, { contentId, userId });
  if (!request) return true;
  if (request.state === 'accepted') {
    await move(em, request, { to: 'paid', by: userId, at });
    return true;
  }
  // An attempt that began for the request is too late, even if its creator has since published or deleted the draft.
  // An attempt that began afterwards buys an ordinary item.
  const isOrdinary = await row(em)`select 1 from purchases p join content c on c.id = p.content_id
    where p.id = ${id} and c.made_for is null and c.status <> 'draft' and p.created_at > ${request.movedAt}`;
  return isOrdinary !== null;
}

/** Records that the money was refunded or taken back. An unfinished request ends. */
export async function moneyWent(em: Em, bought: Bought, at: Date): Promise<void> {
  const request = await lockOf(em, bought);
  if (!request) return;
  await row(em)`update requests set refunded_at = ${at} where id = ${request.id}`;
  if (!['paid', 'delivered', 'disputed', 'done'].includes(request.state)) return;
  await move(em, request, { to: 'refunded', by: null, at, owesRefund: request.deliveredAt === null });
}

/** Records that a refund failed or that a bank returned the money. */
export async function moneyCame(em: Em, bought: Bought, at: Date): Promise<void> {
  const request = await lockOf(em, bought);
  if (!request) return;
  await row(em)`update requests set refunded_at = null where id = ${request.id}`;
  if (request.state === 'refunded' && !request.owesRefund)
    await move(em, request, { to: 'done', by: null, at });
}

/** Locks the request that a purchase pays for. Null for an ordinary purchase. */
const lockOf = (em: Em, { contentId, userId }: Bought) =>
  row<RequestRow>(em)`
    select ${requestColumns} from requests r
    where r.content_id = ${contentId} and r.requester_id = ${userId} for no key update`;
