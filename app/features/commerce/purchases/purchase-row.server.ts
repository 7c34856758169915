import type { Em } from '../../../db/orm.server.ts';
import { fragment, row } from '../../../db/sql.server.ts';
import type { PurchaseStatus } from './purchase.entity.ts';

/** A purchase with the columns of its item that the money rules need. */
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

export const purchaseColumns = fragment`p.id, p.user_id as "userId", p.content_id as "contentId",
  c.creator_id as "creatorId", p.amount_cents as "amountCents", p.title, p.status,
  p.payment_id as "paymentId", p.checkout_id as "checkoutId", p.idempotency_key as "idempotencyKey",
  p.last_error as "lastError"`;

export async function findPurchaseById(em: Em, id: number): Promise<PurchaseRow | null> {
  return row<PurchaseRow>(em)`
    select ${purchaseColumns} from purchases p join content c on c.id = p.content_id where p.id = ${id}`;
}
