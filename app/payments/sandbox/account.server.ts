import type { PaidPlan } from '../../domain/plan-prices.ts';
import { priceObject } from './objects/prices.server.ts';

export const sandboxAccount = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  prices: { premium: 'price_premium', vip: 'price_vip' },
} as const;

const nicknames: Record<PaidPlan, string> = { premium: 'Premium, monthly', vip: 'VIP Elite, monthly' };

/** The two plans on sale, by the ids of their prices. */
export const pricesFor = (cents: Record<PaidPlan, number>) =>
  new Map(
    (['premium', 'vip'] as const).map((plan) => {
      const id = sandboxAccount.prices[plan];
      return [id, priceObject({ id, unit_amount: cents[plan], nickname: nicknames[plan], created: 0 })];
    }),
  );
