import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { billingPath } from '../../../domain/checkout-paths.ts';
import { NotFound, Refused } from '../../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage, type PageOf } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { knownCustomer } from '../ledger/customers.server.ts';

/** The address of the provider's page where the member replaces the card. @throws Refused */
export async function paymentCardUrl(scope: MemberScope): Promise<string> {
  const customerId = await knownCustomer(scope, scope.viewer.id);
  if (!customerId) throw new Refused('You have no saved card yet.', { status: 409 });
  try {
    return await scope.payments.portalUrl({ customerId, returnUrl: `${scope.origin}${billingPath}` });
  } catch (error) {
    if (error instanceof PaymentRefused) {
      const text = 'Your card cannot be changed here at the moment. Please write to us.';
      throw new Refused(text, { status: 409, cause: error });
    }
    if (!(error instanceof PaymentProviderDown)) throw error;
    const text = 'The payment provider did not answer. Please try again in a moment.';
    throw new Refused(text, { status: 503, cause: error });
  }
}

const receiptsOf = (em: Em, memberId: number) =>
  db(em)
    .selectFrom('charges as h')
    .leftJoin('purchases as p', 'p.id', 'h.purchase_id')
    .select(['h.id', 'h.kind', 'h.title', 'h.amount_cents as amountCents', 'h.paid_at as paidAt'])
    .select(['h.period_start as periodStart', 'h.period_end as periodEnd', 'h.receipt_url as receiptUrl'])
    .select(['p.content_id as contentId'])
    .select([
      sql<string>`coalesce(h.number, 'S-' || lpad(h.id::text, 6, '0'))`.as('number'),
      sql<number>`h.refunded_cents + h.lost_cents`.as('returnedCents'),
    ])
    .where('h.user_id', '=', memberId);

export type Receipt = Awaited<ReturnType<typeof findReceipt>>;

export async function listReceipts(
  { em, viewer }: MemberScope,
  { after, size = 24 }: { after?: string | null; size?: number } = {},
): Promise<PageOf<Receipt>> {
  const by = { at: sql.ref('h.paid_at'), id: sql.ref('h.id') };
  const { afterCursor, limit } = newestFirst({ after, size }, by);
  const fetched = await receiptsOf(em, viewer.id)
    .where(afterCursor)
    .orderBy('h.paid_at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute();
  return cutForwardPage(fetched, size, ({ paidAt, id }) => ({ value: paidAt, id }));
}

export async function findReceipt({ em, viewer }: MemberScope, id: number) {
  const found = await receiptsOf(em, viewer.id).where('h.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound();
  return found;
}
