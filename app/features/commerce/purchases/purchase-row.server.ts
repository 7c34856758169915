import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Purchases `p` with the columns of their items `c` that the money rules need. */
export const selectPurchases = (em: Em) =>
  db(em)
    .selectFrom('purchases as p')
    .innerJoin('content as c', 'c.id', 'p.content_id')
    .select([
      'p.id',
      'p.user_id as userId',
      'p.content_id as contentId',
      'c.creator_id as creatorId',
      'p.amount_cents as amountCents',
      'p.title',
      'p.status',
      'p.payment_id as paymentId',
      'p.checkout_id as checkoutId',
      'p.idempotency_key as idempotencyKey',
      'p.last_error as lastError',
    ]);

export type PurchaseRow = Awaited<ReturnType<ReturnType<typeof selectPurchases>['execute']>>[number];

export async function findPurchaseById(em: Em, id: number): Promise<PurchaseRow | null> {
  const found = await selectPurchases(em).where('p.id', '=', id).executeTakeFirst();
  return found ?? null;
}

export async function setPurchaseStatus(em: Em, id: number, status: PurchaseRow['status']): Promise<void> {
  await db(em).updateTable('purchases').set({ status }).where('id', '=', id).execute();
}

/** Cancels an attempt, unless it has been paid or ended. */
export async function cancelPending(em: Em, id: number): Promise<void> {
  await db(em)
    .updateTable('purchases')
    .set({ status: 'cancelled' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
