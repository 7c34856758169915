import type { Em } from '../../db/orm.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import type { PaidPlan } from '../../payments/plan-prices.ts';
import type { Tier } from '../content/words.ts';
import { graceDays, includesPlan } from './plans.ts';
import { dropSurplusSales } from './sale-rights.server.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';

const graceMs = graceDays * 24 * 3_600_000;

export interface Entitling {
  plan: PaidPlan;
  status: SubscriptionStatus;
  periodEnd: Date | string | null;
  pastDueSince: Date | string | null;
  cancelAtPeriodEnd: boolean;
}

/** Until when a failed renewal still counts as paid. */
export const graceUntil = (pastDueSince: Date | string) =>
  new Date(new Date(pastDueSince).getTime() + graceMs);

/**
 * The plan that a subscription gives, and until when: active and trialing give theirs, a
 * failed renewal keeps it for the grace, every other and every unknown state is free. A running plan ends by
 * itself a grace after its period, should the provider never be heard of again.
 */
export function entitlementOf(subscription: Entitling): { plan: Tier; endsAt: Date | null } {
  const { plan, status, periodEnd, pastDueSince, cancelAtPeriodEnd } = subscription;
  if ((status === 'active' || status === 'trialing') && periodEnd !== null) {
    return { plan, endsAt: cancelAtPeriodEnd ? new Date(periodEnd) : graceUntil(periodEnd) };
  }
  if (status === 'past_due' && pastDueSince !== null) return { plan, endsAt: graceUntil(pastDueSince) };
  return { plan: 'free', endsAt: null };
}

/** Writes the plan that sessions read; the only place that does. Call it with the member's row locked. */
export async function project(em: Em, userId: number, now: Date) {
  const all = await rows<Entitling>(em)`
    select plan, status, period_end as "periodEnd", past_due_since as "pastDueSince",
      cancel_at_period_end as "cancelAtPeriodEnd"
    from subscriptions where user_id = ${userId} and status in ('trialing', 'active', 'past_due')`;
  const best = all
    .map(entitlementOf)
    .find((one, _, every) => every.every(({ plan }) => includesPlan(one.plan, plan)));
  const { plan, endsAt } = best ?? { plan: 'free', endsAt: null };
  await row(em)`update users set plan = ${plan}, plan_ends_at = ${endsAt} where id = ${userId}`;
  await dropSurplusSales(em, now, userId);
}
