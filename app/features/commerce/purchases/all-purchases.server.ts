import { fragment, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutOnward, readCursor } from '../../core/lists/keyset.ts';
import type { PurchaseStatus } from './purchase.entity.ts';

export interface SoldRow {
  id: number;
  contentId: number;
  title: string;
  amountCents: number;
  status: PurchaseStatus;
  reviewNote: string | null;
  buyerId: number;
  buyer: string;
  buyerEmail: string;
  creatorId: number;
  creator: string;
  createdAt: string;
}

const columns = fragment`p.id, p.content_id as "contentId", p.title, p.amount_cents as "amountCents", p.status,
  p.review_note as "reviewNote", b.id as "buyerId", b.first_name || ' ' || b.last_name as buyer, b.email::text as "buyerEmail",
  u.id as "creatorId", u.first_name || ' ' || u.last_name as creator, p.created_at as "createdAt"`;
const tables = fragment`purchases p join users b on b.id = p.user_id
  join content c on c.id = p.content_id join users u on u.id = c.creator_id`;

interface PurchasesRequest {
  size: number;
  after: string | null;
  inReview?: boolean;
  buyerId?: number | null;
}

export async function listPurchases(
  { em }: AdminScope,
  { size, after, inReview = false, buyerId = null }: PurchasesRequest,
) {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`and (p.created_at, p.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const shown = inReview ? fragment`p.status = 'review'` : fragment`p.status not in ('pending', 'cancelled')`;
  const isBuyers = buyerId === null ? fragment`` : fragment`and p.user_id = ${buyerId}`;
  const fetched = await rows<SoldRow>(em)`
    select ${columns} from ${tables} where ${shown} ${isBuyers} ${beyond}
    order by p.created_at desc, p.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ createdAt, id }) => ({ value: createdAt, id }));
}

export async function findSold({ em }: AdminScope, id: number): Promise<SoldRow> {
  const [found] = await rows<SoldRow>(em)`select ${columns} from ${tables} where p.id = ${id}`;
  if (!found) throw new NotFound();
  return found;
}

export const isRefundable = ({ status }: { status: PurchaseStatus }) =>
  status === 'paid' || status === 'review';
