import { z } from 'zod';
import { centsIn } from '../../../ui/money.ts';

const amount = z
  .string({ error: 'Please enter the amount.' })
  .refine((text) => centsIn(text) !== null, 'Please enter the amount in dollars and cents, like 25.50.')
  .transform((text) => centsIn(text) ?? 0);

export const payoutSchema = z.object({
  amount,
  reference: z.string().trim().max(120, 'At most 120 characters.').optional(),
  attempt: z.uuid({ error: 'Please open this page again.' }),
  /** What was paid out before, in cents, when the form was opened. It stops two admins from paying the same money. */
  paidOut: z
    .string()
    .regex(/^\d{1,12}$/, 'Please open this page again.')
    .transform(Number)
    .optional(),
});
