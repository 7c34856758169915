import { z } from 'zod';

/** Dollars as an admin types them, to integer cents; never through a float. */
const cents = z
  .string({ error: 'Please enter the amount.' })
  .trim()
  .regex(/^\$?\d{1,7}([.,]\d{1,2})?$/, 'Please enter the amount in dollars and cents, like 25.50.')
  .transform((text) => {
    const [dollars = '0', rest = ''] = text.replace('$', '').split(/[.,]/);
    return Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
  });

export const payoutSchema = z.object({
  amount: cents,
  reference: z.string().trim().max(120, 'At most 120 characters.').optional(),
  attempt: z.uuid({ error: 'Please open this page again.' }),
  /** In cents, what the form knew to be paid out, so that two admins do not pay the same money. */
  paidOut: z
    .string()
    .regex(/^\d{1,12}$/, 'Please open this page again.')
    .transform(Number)
    .optional(),
});
