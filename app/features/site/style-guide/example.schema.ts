import { z } from 'zod';

/** Of the one form in the guide that the server answers. */
export const exampleSchema = z.object({
  stage: z.string().max(30).optional(),
  years: z
    .string({ error: 'Please say for how long.' })
    .regex(/^\d{1,2}$/, 'Please write the years as a number, such as 4.'),
});
