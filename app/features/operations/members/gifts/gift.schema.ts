import { z } from 'zod';
import { paidPlan } from '../../../commerce/plans/plan.schema.ts';

/** Days: longer than any gift, short enough to catch a mistyped year. */
const longestGift = 5 * 366;

const dayMs = 24 * 3_600_000;

export const giftSchema = z.object({
  plan: paidPlan,
  until: z
    .string({ error: 'Please choose the last day.' })
    .pipe(z.iso.date('Please choose the last day, like 2027-01-31.')),
  note: z.string().trim().max(300, 'At most 300 characters, please.').optional(),
  /** What the form was filled from (`markOf`), so that two admins do not overwrite each other's gift. */
  given: z.string().max(100).optional(),
});
export type Gift = z.output<typeof giftSchema>;

export const endOfDay = (day: string) => new Date(`${day}T23:59:59.999Z`);

/** Why a gift cannot last until this moment; null when it can. */
export function untilError(until: Date, now: Date): string | null {
  if (until <= now) return 'This day has passed. Please choose a later one (UTC).';
  const days = (until.getTime() - now.getTime()) / dayMs;
  return days > longestGift ? 'That is more than five years away. Please choose an earlier day.' : null;
}
