import { planPriceCents } from '../../../domain/plan-prices.ts';
import type { Tier } from '../../../domain/tiers.ts';

/** The plans as the pricing page shows them (E1.7, E1.8, E1.9). */
export interface Plan {
  tier: Tier;
  name: string;
  pricingName?: string;
  priceCents: number;
  promise: string;
  perks: readonly string[];
}

export const plans: readonly Plan[] = [
  {
    tier: 'free',
    name: 'Explorer',
    priceCents: 0,
    promise: 'Step on the mat.',
    perks: ['Browse free content', 'Follow athletes (up to 10 creators)', 'Basic profile'],
  },
  {
    tier: 'premium',
    name: 'Premium',
    priceCents: planPriceCents.premium,
    promise: 'Train with more partners.',
    perks: [
      'Premium content',
      'High-res downloads',
      'Athlete messaging',
      'Monetize up to 2 techniques',
      'Priority support',
    ],
  },
  {
    tier: 'vip',
    name: 'VIP',
    pricingName: 'VIP Elite',
    priceCents: planPriceCents.vip,
    promise: 'Learn from the athletes themselves.',
    perks: [
      'Exclusive content',
      'Unlimited monetization',
      'Custom requests',
      'Direct athlete contact',
      'Early access',
    ],
  },
];

/** The plan that another one includes. */
export const planBelow = (tier: Tier): Plan | null =>
  plans[plans.findIndex((plan) => plan.tier === tier) - 1] ?? null;

/** How much a plan opens today; nothing where there is nothing to open. */
export function opensToday(tier: Tier, count: number): string | null {
  if (count === 0) return null;
  const many = count > mostCounted ? `more than ${mostCounted}` : String(count);
  if (tier === 'free') return `Opens ${many} ${count === 1 ? 'technique' : 'techniques'} today`;
  return `Opens ${many} more ${count === 1 ? 'technique' : 'techniques'} today`;
}

/** Counting ends here, so that it costs the same on a large site. */
export const mostCounted = 500;
