import type { PaidPlan } from '../../payments/plan-prices.ts';
import type { Tier } from '../content/words.ts';

export const paidPlans = ['premium', 'vip'] as const satisfies PaidPlan[];

/** How the pricing page calls them (experience.md §1). */
export const planNames: Record<Tier, string> = { free: 'Explorer', premium: 'Premium', vip: 'VIP Elite' };

/** Days a plan lives on after its renewal first failed (decisions 1). */
export const graceDays = 7;

/** How many items may be for sale at a time (calls.md §1). */
export const saleLimits: Record<Tier, number> = { free: 0, premium: 2, vip: Number.POSITIVE_INFINITY };

/** Whether a plan allows one more item for sale beside the `count` that are. */
export const maySell = (plan: Tier, count: number): boolean => count < saleLimits[plan];

const rank: Record<Tier, number> = { free: 0, premium: 1, vip: 2 };

/** Whether a plan gives everything that the other one does. */
export const includesPlan = (plan: Tier, other: Tier): boolean => rank[plan] >= rank[other];
