import { fragment, row, rows } from '../../../db/sql.server.ts';
import { billingPath } from '../../../domain/checkout-paths.ts';
import { NotFound, Refused } from '../../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../../payments/payment-errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutOnward, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { knownCustomer } from '../ledger/customers.server.ts';

/** The address of the provider's page where the member replaces the card. @throws Refused */
export async function paymentCardUrl(scope: MemberScope): Promise<string> {
  const customerId = await knownCustomer(scope, scope.viewer.id);
  if (!customerId) throw new Refused('You have no payment card here yet.', { status: 409 });
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

export interface Receipt {
  id: number;
  kind: 'sale' | 'plan';
  number: string;
  title: string;
  amountCents: number;
  returnedCents: number;
  paidAt: string;
  periodStart: string | null;
  periodEnd: string | null;
  contentId: number | null;
  receiptUrl: string | null;
}

const columns = fragment`h.id, h.kind, coalesce(h.number, 'S-' || lpad(h.id::text, 6, '0')) as number, h.title,
  h.amount_cents as "amountCents", h.refunded_cents + h.lost_cents as "returnedCents", h.paid_at as "paidAt",
  h.period_start as "periodStart", h.period_end as "periodEnd", p.content_id as "contentId",
  h.receipt_url as "receiptUrl"`;

export async function listReceipts(
  { em, viewer }: MemberScope,
  { after, size = 24 }: { after?: string | null; size?: number } = {},
): Promise<PageOf<Receipt>> {
  const cursor = readCursor(after);
  const beyond = cursor
    ? fragment`(h.paid_at, h.id) < (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment`true`;
  const fetched = await rows<Receipt>(em)`
    select ${columns} from charges h left join purchases p on p.id = h.purchase_id
    where h.user_id = ${viewer.id} and ${beyond}
    order by h.paid_at desc, h.id desc limit ${size + 1}`;
  return cutOnward(fetched, size, ({ paidAt, id }) => ({ value: paidAt, id }));
}

export async function findReceipt({ em, viewer }: MemberScope, id: number): Promise<Receipt> {
  const found = await row<Receipt>(em)`
    select ${columns} from charges h left join purchases p on p.id = h.purchase_id
    where h.id = ${id} and h.user_id = ${viewer.id}`;
  if (!found) throw new NotFound();
  return found;
}
