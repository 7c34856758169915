import { z } from 'zod';

/** The state a member wants (forms send 1 or 0); nothing at all means the other one than now. */
export const followSchema = z.object({
  following: z
    .union([z.boolean(), z.enum(['1', '0']).transform((value) => value === '1')], {
      error: 'Send following as true or false.',
    })
    .optional(),
});
