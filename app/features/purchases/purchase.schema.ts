import { z } from 'zod';

/** What may come with the wish to buy; nothing in it sets an amount. */
export const purchaseSchema = z.object({
  attempt: z.string().trim().min(8).max(64).optional(),
  /** The price the page showed, in cents. */
  seenPriceCents: z.coerce.number().int().min(0).max(1_000_000).optional(),
});

export const confirmSchema = z.object({
  paymentIntentId: z
    .string({ error: 'paymentIntentId is required' })
    .regex(/^pi_\w{1,200}$/, 'This is not the id of a payment'),
});
