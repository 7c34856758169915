import type { Tier } from '../content/words.ts';
import { includesPlan } from '../plans/plans.ts';

/** Whether a plan's questions come before those of others (experience.md §1 'priority support'); null for a visitor. */
export const hasPriority = (plan: Tier | null): boolean => plan !== null && includesPlan(plan, 'premium');

/** What the form says of it, and what would change it. */
export const priorityWords = (plan: Tier | null): string =>
  hasPriority(plan)
    ? 'With your plan your questions come first.'
    : 'Questions of members with Premium or VIP Elite come first.';
