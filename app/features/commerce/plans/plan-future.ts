import { type PaidPlan, planPriceCents } from '../../../domain/plan-prices.ts';
import { planNames } from '../../../domain/plans.ts';
import { dayOf } from '../../../ui/date.ts';
import { money } from '../../../ui/money.ts';

type Moment = Date | string | null;

export interface PaidPlanFacts {
  plan: PaidPlan;
  priceCents: number;
  nextBillingAt: Moment;
  endsAt: Moment;
  graceUntil: Moment;
  isClosed: boolean;
  scheduledPlan: PaidPlan | null;
  pendingPlan: PaidPlan | null;
}

/** What will happen to a plan without any action, in a sentence or two. */
export function planFuture(facts: PaidPlanFacts): string {
  const { plan, priceCents, nextBillingAt, endsAt, graceUntil, isClosed, scheduledPlan, pendingPlan } = facts;
  const name = planNames[plan];
  if (graceUntil && isClosed) {
    return `Your last payment failed and ${name} has been closed since ${dayOf(graceUntil)}. Pay to open it again.`;
  }
  if (graceUntil) {
    return `Your last payment failed. You keep ${name} until ${dayOf(graceUntil)}; pay before then to keep it.`;
  }
  if (endsAt) {
    return `Cancelled. You keep ${name} until ${dayOf(endsAt)}, then you are back on Explorer. Nothing more is charged.`;
  }
  const next = nextBillingAt ? ` on ${dayOf(nextBillingAt)}` : '';
  if (scheduledPlan) {
    return `You keep ${name} for the month you paid for. It changes to ${planNames[scheduledPlan]}, ${money(planPriceCents[scheduledPlan])} per month,${next}.`;
  }
  const now = `${money(priceCents)} per month, next billing${next}.`;
  return pendingPlan ? `${now} Your change to ${planNames[pendingPlan]} is waiting for its payment.` : now;
}

export const givenPlan = ({ plan, until }: { plan: PaidPlan; until: Date | string }) =>
  `${planNames[plan]} is a gift to you until ${dayOf(until)}. It is free and ends automatically.`;
