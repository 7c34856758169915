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
    promise: 'Everything in Premium, plus the athletes themselves.',
    perks: [
      'Exclusive content',
      'Unlimited monetization',
      'Custom requests',
      'Direct athlete contact',
      'Early access',
    ],
  },
];
