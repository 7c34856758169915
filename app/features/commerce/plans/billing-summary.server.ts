import { row } from '../../../db/sql.server.ts';
import { type PaidPlan, planPriceCents } from '../../../domain/plan-prices.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { graceUntil } from './entitlement.server.ts';
import { isAttempt, liveSubscription, type SubscriptionRow } from './subscription-row.server.ts';

export interface BillingSummary {
  plan: Tier;
  /** The paid plan. Null for free members, and for a plan that an admin gave. */
  subscription: {
    plan: PaidPlan;
    priceCents: number;
    nextBillingAt: Date | null;
    endsAt: Date | null;
    /** Set after a failed renewal: the plan ends (or ended) then, unless it is paid at `payUrl`. */
    graceUntil: Date | null;
    isClosed: boolean;
    payUrl: string | null;
    scheduledPlan: PaidPlan | null;
    /** Begins when it is paid at `payUrl`. */
    pendingPlan: PaidPlan | null;
  } | null;
  gift: { plan: PaidPlan; until: string } | null;
}

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
      // A member keeps the price at which the plan began.
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

/** The time until which an unpaid plan gives access, or since which it does not. */
export function keptUntil({ status, pastDueSince }: SubscriptionRow): Date | null {
  if (pastDueSince === null) return null;
  return status === 'past_due' ? graceUntil(pastDueSince) : new Date(pastDueSince);
}

/** For the banner of every page: the last moment to pay a failed renewal. Null if none has failed. */
export async function graceNotice({ em, viewer, now }: Scope) {
  if (!viewer || viewer.plan === 'free') return null;
  const failed = await row<{ pastDueSince: string; payUrl: string | null }>(em)`
    select past_due_since as "pastDueSince", open_invoice_url as "payUrl" from subscriptions
    where user_id = ${viewer.id} and status = 'past_due' and past_due_since is not null`;
  if (!failed) return null;
  const until = graceUntil(failed.pastDueSince);
  return until > now() ? { until, payUrl: failed.payUrl } : null;
}
