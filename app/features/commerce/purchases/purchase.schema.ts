import { z } from 'zod';
import { wholeNumber } from '../../core/schemas/request-shapes.ts';

const stale = 'Please open the checkout again.';

export const purchaseSchema = z.object({
  attempt: z.string({ error: stale }).trim().min(8, stale).max(64, stale).optional(),
  seenPriceCents: wholeNumber(stale, 0, 1_000_000).optional(),
});

export const confirmSchema = z.object({
  paymentIntentId: z
    .string({ error: 'paymentIntentId is required' })
    .regex(/^pi_\w{1,200}$/, 'This is not the id of a payment'),
});

/** What an admin asks for in the address of the list of all purchases. An unknown value shows the whole list. */
export const purchaseFilters = z.object({
  show: z.literal('review').nullable().catch(null),
  /** Only the purchases of this member. */
  buyer: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .nullable()
    .catch(null),
  after: z.string().nullable().catch(null),
});
