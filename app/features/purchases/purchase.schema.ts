import { z } from 'zod';

const stale = 'Please open the checkout again.';

/** What may come with the wish to buy; nothing in it sets an amount. */
export const purchaseSchema = z.object({
  attempt: z.string({ error: stale }).trim().min(8, stale).max(64, stale).optional(),
  /** The price the page showed, in cents. */
  seenPriceCents: z.coerce.number({ error: stale }).int(stale).min(0, stale).max(1_000_000, stale).optional(),
});

export const confirmSchema = z.object({
  paymentIntentId: z
    .string({ error: 'paymentIntentId is required' })
    .regex(/^pi_\w{1,200}$/, 'This is not the id of a payment'),
});
