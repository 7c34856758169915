import { z } from 'zod';

/** The wanted state (forms send 1 or 0); without it the state is toggled. */
export const likeSchema = z.object({
  liked: z
    .union([z.boolean(), z.enum(['1', '0']).transform((value) => value === '1')], {
      error: 'Send liked as true or false.',
    })
    .optional(),
});
