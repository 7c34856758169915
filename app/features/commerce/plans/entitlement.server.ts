import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { graceDays, includesPlan } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { dropSurplusSales } from '../../library/authoring/sale-rights.server.ts';
import type { SubscriptionStatus } from './subscription.entity.ts';

const graceMs = graceDays * 24 * 3_600_000;

export interface EntitlementFacts {
  plan: PaidPlan;
  status: SubscriptionStatus;
  periodEnd: Date | string | null;
  pastDueSince: Date | string | null;
  cancelAtPeriodEnd: boolean;
}

export const graceUntil = (pastDueSince: Date | string) =>
  new Date(new Date(pastDueSince).getTime() + graceMs);

/** The plan that a subscription gives, and until when. Active and trialing give it; a failed renewal gives it during
 *  the grace period; all other and unknown states give the free plan. An active plan also ends one grace period after
 *  its last known period, in case the provider never reports again. */
export function entitlementOf(subscription: EntitlementFacts): { plan: Tier; endsAt: Date | null } {
  const { plan, status, periodEnd, pastDueSince, cancelAtPeriodEnd } = subscription;
  if ((status === 'active' || status === 'trialing') && periodEnd !== null) {
    return { plan, endsAt: cancelAtPeriodEnd ? new Date(periodEnd) : graceUntil(periodEnd) };
  }
  if (status === 'past_due' && pastDueSince !== null) return { plan, endsAt: graceUntil(pastDueSince) };
  return { plan: 'free', endsAt: null };
}

/** The only function that writes the plan which sessions read. Call it with the member's row locked. */
export async function writeEntitlement(em: Em, userId: number, now: Date) {
  const all = await db(em)
    .selectFrom('subscriptions')
    .select(['plan', 'status', 'period_end as periodEnd', 'past_due_since as pastDueSince'])
    .select('cancel_at_period_end as cancelAtPeriodEnd')
    .where('user_id', '=', userId)
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .execute();
  const best = all
    .map(entitlementOf)
    .find((one, _, every) => every.every(({ plan }) => includesPlan(one.plan, plan)));
  const { plan, endsAt } = best ?? { plan: 'free', endsAt: null };
  await db(em)
    .updateTable('users')
    .set({ plan, plan_ends_at: endsAt })
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('plan', 'is distinct from', plan),
        eb('plan_ends_at', 'is distinct from', endsAt && timestamptz(endsAt)),
      ]),
    )
    .execute();
  await dropSurplusSales(em, now, userId);
}
