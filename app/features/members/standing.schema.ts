import { z } from 'zod';

export const longestReason = 300;

export const suspendSchema = z.object({
  reason: z
    .string({ error: 'Please say why. They read it when they try to sign in.' })
    .trim()
    .min(1, 'Please say why. They read it when they try to sign in.')
    .max(longestReason, `At most ${longestReason} characters, please.`),
});

/** Nothing is taken away by a form that arrives without its words. */
const isTrue = z
  .enum(['true', 'false'], { error: 'Please press the button again.' })
  .transform((word) => word === 'true');
export const verifySchema = z.object({ verified: isTrue });
export const roleSchema = z.object({ admin: isTrue });
