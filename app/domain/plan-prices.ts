export type PaidPlan = 'premium' | 'vip';

/** Cents a month. The provider charges its own price; `checkSetup` reports a difference. */
export const planPriceCents: Record<PaidPlan, number> = { premium: 999, vip: 2499 };
