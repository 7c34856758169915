import { z } from 'zod';
import { paidPlans } from '../../../domain/plans.ts';

const lowercase = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

export const paidPlan = z.preprocess(
  lowercase,
  z.enum(paidPlans, { error: 'Please choose Premium or VIP Elite.' }),
);

export const subscriptionSchema = z.object({ plan: paidPlan.default('premium') });

/** `prorationAt` is the moment for which the price was shown. */
export const planChangeSchema = z.object({
  plan: paidPlan,
  prorationAt: z.iso
    .datetime('Please look at the price again.')
    .transform((text) => new Date(text))
    .optional(),
});
