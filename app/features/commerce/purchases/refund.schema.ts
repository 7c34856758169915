import { z } from 'zod';

export const refundSchema = z.object({
  note: z.string().trim().max(500, 'At most 500 characters.').optional(),
});
