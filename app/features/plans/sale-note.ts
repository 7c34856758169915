import type { Tier } from '../content/words.ts';
import { saleLimits } from './plans.ts';

/** What a plan lets its member sell, said where it is about to be tried. */
export function saleNote(plan: Tier): string {
  if (saleLimits[plan] === 0) return 'Selling comes with Premium (2 items) and VIP (any number).';
  return Number.isFinite(saleLimits[plan])
    ? `Your plan allows ${saleLimits[plan]} items for sale at a time.`
    : 'Your plan allows any number of items for sale.';
}
