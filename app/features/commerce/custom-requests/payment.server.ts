import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { move, requestColumns } from './steps/move.server.ts';
import { isPaidFor } from './steps/states.ts';

interface Bought {
  contentId: number;
  userId: number;
}

/** Starts the work on a request; the creator's days count from now. Call it in the transaction that records the sale.
 *  @returns false when the request no longer waits for payment `id`, so that its money must be refunded */
export async function recordPayment(
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
  const isOrdinary = await db(em)
    .selectFrom('purchases as p')
    .innerJoin('content as c', 'c.id', 'p.content_id')
    .select('p.id')
    .where('p.id', '=', id)
    .where('c.made_for', 'is', null)
    .where('c.status', '<>', 'draft')
    .where('p.created_at', '>', request.movedAt)
    .executeTakeFirst();
  return isOrdinary !== undefined;
}

/** Records that the money was refunded or taken back. An unfinished request ends. */
export async function recordRefund(em: Em, bought: Bought, at: Date): Promise<void> {
  const request = await lockOf(em, bought);
  if (!request) return;
  await setRefundedAt(em, request.id, at);
  if (!isPaidFor(request.state)) return;
  await move(em, request, { to: 'refunded', by: null, at, owesRefund: request.deliveredAt === null });
}

/** Records that a refund failed or that a bank returned the money. */
export async function recordRefundReversed(em: Em, bought: Bought, at: Date): Promise<void> {
  const request = await lockOf(em, bought);
  if (!request) return;
  await setRefundedAt(em, request.id, null);
  if (request.state === 'refunded' && !request.owesRefund)
    await move(em, request, { to: 'done', by: null, at });
}

const setRefundedAt = (em: Em, id: number, at: Date | null) =>
  db(em).updateTable('requests').set({ refunded_at: at }).where('id', '=', id).execute();

/** Locks the request that a purchase pays for. Nothing for an ordinary purchase. */
const lockOf = (em: Em, { contentId, userId }: Bought) =>
  db(em)
    .selectFrom('requests as r')
    .select(requestColumns)
    .where('r.content_id', '=', contentId)
    .where('r.requester_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
