import type { PaidPlan } from './plan-prices.ts';
import type { Tier } from './tiers.ts';

export const paidPlans = ['premium', 'vip'] as const satisfies PaidPlan[];

/** Names on the pricing page (E1.5, E1.6). */
export const planNames: Record<Tier, string> = { free: 'Explorer', premium: 'Premium', vip: 'VIP Elite' };

/** Days a plan stays in force after its renewal first failed. */
export const graceDays = 7;

/** How many items a creator may have for sale at a time (C1.10). */
export const saleLimits: Record<Tier, number> = { free: 0, premium: 2, vip: Number.POSITIVE_INFINITY };

export const maySell = (plan: Tier, count: number): boolean => count < saleLimits[plan];

const rank: Record<Tier, number> = { free: 0, premium: 1, vip: 2 };

export const includesPlan = (plan: Tier, other: Tier): boolean => rank[plan] >= rank[other];

/** How many creators a member may follow (C1.9). */
export const followLimits: Record<Tier, number> = {
  free: 10,
  premium: Number.POSITIVE_INFINITY,
  vip: Number.POSITIVE_INFINITY,
};

/** Whether a member who already follows `count` creators may follow another; a downgrade removes none. */
export const mayFollow = (plan: Tier, count: number): boolean => count < followLimits[plan];
