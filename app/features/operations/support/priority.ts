import { includesPlan } from '../../../domain/plans.ts';
import type { Tier } from '../../../domain/tiers.ts';

/** Whether a plan's questions come first (E1.16); null for a visitor. */
export const hasPriority = (plan: Tier | null): boolean => plan !== null && includesPlan(plan, 'premium');

/** What the form says about priority, and what would change it. */
export const priorityWords = (plan: Tier | null): string =>
  hasPriority(plan)
    ? 'With your plan your questions come first.'
    : 'Questions of members with Premium or VIP Elite come first.';
