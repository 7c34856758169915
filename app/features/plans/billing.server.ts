import { fragment, row, rows } from '../../db/sql.server.ts';
import { NotFound, Refused } from '../../errors.ts';
import { PaymentProviderDown, PaymentRefused } from '../../payments/payment-errors.ts';
import { type PaidPlan, planPriceCents } from '../../payments/plan-prices.ts';
import type { MemberScope, Scope } from '../../scope.ts';
import type { Tier } from '../content/words.ts';
import { cutOnward, type PageOf, readCursor } from '../lists/keyset.ts';
import { billingPath } from '../purchases/addresses.ts';
import { knownCustomer } from './customers.server.ts';
import { graceUntil } from './entitlement.server.ts';
import { isAttempt, liveSubscription, type SubscriptionRow } from './subscription-row.server.ts';

export interface BillingSummary {
  /** What the member is entitled to at this moment. */
  plan: Tier;
  /** The paid plan behind it; null for free members, and for a plan that was given. */
  subscription: {
    plan: PaidPlan;
    priceCents: number;
    /** null once cancelled, or closed by the provider for want of a payment. */
    nextBillingAt: Date | null;
    /** Set once cancelled. */
    endsAt: Date | null;
    /** Set after a failed renewal: the plan is lost then, or has been since, unless it is paid at `payUrl`. */
    graceUntil: Date | null;
    /** The grace is over, and still nothing was paid. */
    isClosed: boolean;
    payUrl: string | null;
    /** Follows at the period's end. */
    scheduledPlan: PaidPlan | null;
    /** Waits for its payment at `payUrl`. */
    pendingPlan: PaidPlan | null;
  } | null;
  /** What an admin gave beside it, while it lasts. */
  gift: { plan: PaidPlan; until: string } | null;
}

/** The member's plan and what will happen to it. */
export async function billingSummary({ em, viewer, now }: MemberScope): Promise<BillingSummary> {
  const gift = await row<NonNullable<BillingSummary['gift']>>(em)`
    select gift_plan as plan, gift_ends_at as until from users
    where id = ${viewer.id} and gift_ends_at > ${now()}`;
  const live = await liveSubscription(em, viewer.id);
  if (!live?.periodEnd || isAttempt(live.status)) return { plan: viewer.plan, subscription: null, gift };
  const { plan, cancelAtPeriodEnd, scheduledPlan, pendingPlan } = live;
  const periodEnd = new Date(live.periodEnd);
  const isShut = live.status === 'unpaid' || live.status === 'paused';
  const grace = keptUntil(live);
  return {
    plan: viewer.plan,
    gift,
    subscription: {
      plan,
      // Whoever subscribed at an earlier price goes on at it.
      priceCents: live.priceCents ?? planPriceCents[plan],
      nextBillingAt: cancelAtPeriodEnd || isShut ? null : periodEnd,
      endsAt: cancelAtPeriodEnd ? periodEnd : null,
      graceUntil: grace,
      isClosed: grace !== null && grace <= now(),
      payUrl: live.openInvoiceUrl,
      scheduledPlan,
      pendingPlan,
    },
  };
}

/** Until when an unpaid plan holds, or since when it does no more. */
function keptUntil({ status, pastDueSince }: SubscriptionRow): Date | null {
  if (pastDueSince === null) return null;
  return status === 'past_due' ? graceUntil(pastDueSince) : new Date(pastDueSince);
}

/** For the banner of every page: until when a failed renewal can be paid; null when all is well. */
export async function graceNotice({ em, viewer, now }: Scope) {
  if (!viewer || viewer.plan === 'free') return null;
  const failed = await row<{ pastDueSince: string; payUrl: string | null }>(em)`
    select past_due_since as "pastDueSince", open_invoice_url as "payUrl" from subscriptions
    where user_id = ${viewer.id} and status = 'past_due' and past_due_since is not null`;
  if (!failed) return null;
  const until = graceUntil(failed.pastDueSince);
  return until > now() ? { until, payUrl: failed.payUrl } : null;
}

/** The provider's page where the member exchanges the card. @throws Refused */
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
  /** Given back, or taken back by the bank. */
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

/** The member's receipts, newest first: what was bought, and every paid invoice of a plan. */
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

/** One receipt of the member's own. @throws NotFound */
export async function findReceipt({ em, viewer }: MemberScope, id: number): Promise<Receipt> {
  const found = await row<Receipt>(em)`
    select ${columns} from charges h left join purchases p on p.id = h.purchase_id
    where h.id = ${id} and h.user_id = ${viewer.id}`;
  if (!found) throw new NotFound();
  return found;
}
