import { type Expression, expressionBuilder, type NotNull } from 'kysely';
import { db, sql, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Tables } from '../../../db/tables.ts';
import { type PaidPlan, planPriceCents } from '../../../domain/plan-prices.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
import { graceUntil } from './entitlement.server.ts';
import { currentSubscription, isAttempt, type SubscriptionRow } from './subscription-row.server.ts';

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
  const current = await currentSubscription(em, viewer.id);
  if (!current?.periodEnd || isAttempt(current.status))
    return { plan: viewer.plan, subscription: null, gift };
  const { plan, cancelAtPeriodEnd, scheduledPlan, pendingPlan } = current;
  const periodEnd = new Date(current.periodEnd);
  const hasNoNextPeriod = cancelAtPeriodEnd || current.status === 'unpaid' || current.status === 'paused';
  const graceEnd = graceEndOf(current);
  return {
    plan: viewer.plan,
    gift,
    subscription: {
      plan,
      // A member keeps the price at which the plan began.
      priceCents: current.priceCents ?? planPriceCents[plan],
      nextBillingAt: hasNoNextPeriod ? null : periodEnd,
      endsAt: cancelAtPeriodEnd ? periodEnd : null,
      graceUntil: graceEnd,
      isClosed: graceEnd !== null && graceEnd <= now(),
      payUrl: current.openInvoiceUrl,
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
export function graceEndOf({ status, pastDueSince }: SubscriptionRow): Date | null {
  if (pastDueSince === null) return null;
  return status === 'past_due' ? graceUntil(pastDueSince) : new Date(pastDueSince);
}

/** A renewal that failed and was not paid yet. */
export interface Overdue {
  since: string;
  payUrl: string | null;
}

/** SQL for the failed renewal of the member of an id, as JSON or null. */
export const overdueOf = (userId: Expression<number>) => {
  const failed = expressionBuilder<Tables>()
    .selectFrom('subscriptions')
    .select(sql`json_build_object('since', past_due_since, 'payUrl', open_invoice_url)`.as('failed'))
    .where('user_id', '=', userId)
    .where('status', '=', 'past_due')
    .where('past_due_since', 'is not', null)
    .limit(1);
  return sql<Overdue | null>`(${failed})`;
};

/** For the banner of every page: the last moment to pay a failed renewal. Null if none has failed. */
export function graceNotice({ viewer, now }: Pick<Scope, 'viewer' | 'now'>, overdue: Overdue | null) {
  if (!viewer || viewer.plan === 'free' || !overdue) return null;
  const until = graceUntil(overdue.since);
  return until > now() ? { until, payUrl: overdue.payUrl } : null;
}
