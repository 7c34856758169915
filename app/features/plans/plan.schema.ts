import { z } from 'zod';
import { paidPlans } from './plans.ts';

const lowercase = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** A plan that is paid for, in any case of letters. */
export const paidPlan = z.preprocess(
  lowercase,
  z.enum(paidPlans, { error: 'Please choose Premium or VIP Elite.' }),
);

export const subscriptionSchema = z.object({ plan: paidPlan.default('premium') });

/** The change form: `prorationAt` is the moment for which the price was shown. */
export const planChangeSchema = z.object({
  plan: paidPlan,
  prorationAt: z.coerce.date({ error: 'Please look at the price again.' }).optional(),
});
