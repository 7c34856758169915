import type { NotNull } from 'kysely';
import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
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
  const gift = await giftOf(em, viewer.id, now());
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

async function giftOf(em: Em, userId: number, now: Date): Promise<BillingSummary['gift']> {
  const given = await db(em)
    .selectFrom('users')
    .select(['gift_plan as plan', 'gift_ends_at as until'])
    .where('id', '=', userId)
    .where('gift_plan', 'is not', null)
    .where('gift_ends_at', '>', timestamptz(now))
    .$narrowType<{ plan: NotNull; until: NotNull }>()
    .executeTakeFirst();
  return given ?? null;
}

/** The time until which an unpaid plan gives access, or since which it does not. */
export function keptUntil({ status, pastDueSince }: SubscriptionRow): Date | null {
  if (pastDueSince === null) return null;
  return status === 'past_due' ? graceUntil(pastDueSince) : new Date(pastDueSince);
}

/** For the banner of every page: the last moment to pay a failed renewal. Null if none has failed. */
export async function graceNotice({ em, viewer, now }: Scope) {
  if (!viewer || viewer.plan === 'free') return null;
  const failed = await db(em)
    .selectFrom('subscriptions')
    .select(['past_due_since as pastDueSince', 'open_invoice_url as payUrl'])
    .where('user_id', '=', viewer.id)
    .where('status', '=', 'past_due')
    .where('past_due_since', 'is not', null)
    .$narrowType<{ pastDueSince: NotNull }>()
    .executeTakeFirst();
  if (!failed) return null;
  const until = graceUntil(failed.pastDueSince);
  return until > now() ? { until, payUrl: failed.payUrl } : null;
}
