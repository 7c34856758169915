import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { move, type RequestRow, requestColumns } from './move.server.ts';

interface Bought {
  contentId: number;
  userId: number;
}

/**
 * A payment for a request has arrived: the work begins, and its days count from now. Called by the purchase rules in
 * the transaction that records the sale.
 * @param purchase.id the attempt that is paid
 * @returns false when the request does not wait for it any more: the money buys nothing and goes back
 */
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
  // What was begun for the request came too late, whatever its creator has done with the draft since: kept, deleted
  // or published it. An attempt begun afterwards is for an item like any other.
  const isOrdinary = await row(em)`select 1 from purchases p join content c on c.id = p.content_id
    where p.id = ${id} and c.made_for is null and c.status <> 'draft' and p.created_at > ${request.movedAt}`;
  return isOrdinary !== null;
}

/** The money of a request went back, whoever sent it: what was not over is over. */
export async function moneyWent(em: Em, bought: Bought, at: Date): Promise<void> {
  const request = await lockOf(em, bought);
  if (!request) return;
  await row(em)`update requests set refunded_at = ${at} where id = ${request.id}`;
  if (!['paid', 'delivered', 'disputed', 'done'].includes(request.state)) return;
  await move(em, request, { to: 'refunded', by: null, at, owesRefund: request.deliveredAt === null });
}

/** It is here again, because a refund failed or a bank decided otherwise. */
export async function moneyCame(em: Em, bought: Bought, at: Date): Promise<void> {
  const request = await lockOf(em, bought);
  if (!request) return;
  await row(em)`update requests set refunded_at = null where id = ${request.id}`;
  if (request.state === 'refunded' && !request.owesRefund)
    await move(em, request, { to: 'done', by: null, at });
}

/** The request that a purchase is for, locked; null for an ordinary one. */
const lockOf = (em: Em, { contentId, userId }: Bought) =>
  row<RequestRow>(em)`
    select ${requestColumns} from requests r
    where r.content_id = ${contentId} and r.requester_id = ${userId} for update`;
