import { countAll, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotFound } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { cutForwardPage, readCursor } from '../../core/lists/keyset.ts';
import { fullName, fullNameOf } from '../../identity/accounts/full-name.server.ts';
import type { PurchaseStatus } from './purchase.entity.ts';

const selectSold = (em: Em) =>
  db(em)
    .selectFrom('purchases as p')
    .innerJoin('users as b', 'b.id', 'p.user_id')
    .innerJoin('content as c', 'c.id', 'p.content_id')
    .innerJoin('users as u', 'u.id', 'c.creator_id')
    .select([
      'p.id',
      'p.content_id as contentId',
      'p.title',
      'p.amount_cents as amountCents',
      'p.status',
      'p.review_note as reviewNote',
      'b.id as buyerId',
      fullNameOf('b').as('buyer'),
      'b.email as buyerEmail',
      'u.id as creatorId',
      fullName.as('creator'),
      'p.created_at as createdAt',
    ]);

export type SoldRow = Awaited<ReturnType<typeof findSold>>;

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
  const beyond =
    cursor && sql<boolean>`(p.created_at, p.id) < (${cursor.value}::timestamptz, ${cursor.id}::bigint)`;
  const fetched = await selectSold(em)
    .where(({ and, eb }) =>
      and([
        inReview ? eb('p.status', '=', 'review') : eb('p.status', 'not in', ['pending', 'cancelled']),
        ...(buyerId === null ? [] : [eb('p.user_id', '=', buyerId)]),
        ...(beyond ? [beyond] : []),
      ]),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(size + 1)
    .execute();
  return cutForwardPage(fetched, size, ({ createdAt, id }) => ({ value: createdAt, id }));
}

/** Counting stops here. */
const mostCounted = 1_000;

/** How many purchases wait for an admin's decision. */
export async function countInReview(em: Em): Promise<number> {
  const { count } = await db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom('purchases').select('id').where('status', '=', 'review').limit(mostCounted).as('waiting'),
    )
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findSold({ em }: AdminScope, id: number) {
  const found = await selectSold(em).where('p.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}

export const isRefundable = ({ status }: { status: PurchaseStatus }) =>
  status === 'paid' || status === 'review';
