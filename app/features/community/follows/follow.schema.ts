import { z } from 'zod';

/** The wanted state (forms send 1 or 0); without it the state is toggled. */
export const followSchema = z.object({
  following: z
    .union([z.boolean(), z.enum(['1', '0']).transform((value) => value === '1')], {
      error: 'Send following as true or false.',
    })
    .optional(),
});
