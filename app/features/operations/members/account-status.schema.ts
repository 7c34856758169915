import { z } from 'zod';

export const longestReason = 300;

export const suspendSchema = z.object({
  reason: z
    .string({ error: 'Please say why. They read it when they try to sign in.' })
    .trim()
    .min(1, 'Please say why. They read it when they try to sign in.')
    .max(longestReason, `At most ${longestReason} characters, please.`),
});

/** A form that arrives without its fields must not take anything away. */
const isTrue = z
  .enum(['true', 'false'], { error: 'Please press the button again.' })
  .transform((word) => word === 'true');
export const verifySchema = z.object({ verified: isTrue });
/** The page of a member's roles sends one of them. */
export const roleSchema = z
  .object({ admin: isTrue.optional(), curator: isTrue.optional() })
  .refine(({ admin, curator }) => (admin === undefined) !== (curator === undefined), {
    path: ['admin'],
    message: 'Please press the button again.',
  });
