import type { Tier } from '../content/words.ts';

/** How many creators a plan lets its member follow (calls.md §1). */
export const followLimits: Record<Tier, number> = {
  free: 10,
  premium: Number.POSITIVE_INFINITY,
  vip: Number.POSITIVE_INFINITY,
};

/** Whether one more may be followed beside the `count` that are; after a downgrade nothing is lost (decisions 6). */
export const mayFollow = (plan: Tier, count: number): boolean => count < followLimits[plan];
