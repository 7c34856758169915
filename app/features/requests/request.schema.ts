import { z } from 'zod';
import { centsIn } from '../../ui/money.ts';
import { unseen } from '../uploads/upload.schema.ts';
import { requestLimits as limits } from './words.ts';

const stale = 'Please open this page again.';

/** Cents, from dollars as a person types them. */
const price = z
  .preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string({ error: 'Please enter your price.' })
      .refine((text) => centsIn(text) !== null, 'Please enter the price in dollars and cents, like 49.00.'),
  )
  .transform((text) => centsIn(text) ?? 0)
  .pipe(
    z
      .int()
      .min(limits.minPriceCents, 'The price must be at least $0.99.')
      .max(limits.maxPriceCents, 'The price must be at most $500.00.'),
  );

const whole = (most: number, message: string) =>
  z.coerce.number({ error: message }).int(message).min(1, message).max(most, message);

const words = (most: number, what: string) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .max(most, `${what} can have at most ${most} characters.`);

/** What a creator makes on request. */
export const offerSchema = z.object({
  price,
  days: whole(limits.maxDays, `Please enter a number of days between 1 and ${limits.maxDays}.`),
  atOnce: whole(limits.maxAtOnce, `Please enter a number between 1 and ${limits.maxAtOnce}.`),
  note: words(limits.noteLength, 'The note')
    .optional()
    .transform((text) => text || null),
  isOpen: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .transform((value) => value === true || value === 'true'),
});
export type OfferInput = z.output<typeof offerSchema>;

const holdsWords = (text: string) => text.replace(unseen, '').length > 0;

/** What somebody asks for; nothing in it sets the price, which only must be the one they saw. */
export const askSchema = z.object({
  title: words(limits.titleLength, 'The title')
    .min(3, 'Please give it a title of at least 3 characters.')
    .refine(holdsWords, 'Please give it a title.'),
  wish: words(limits.wishLength, 'What you wish for').refine(
    (text) => text.replace(unseen, '').length >= limits.wishMin,
    `Please describe what you wish for, in at least ${limits.wishMin} characters.`,
  ),
  attempt: z.string({ error: stale }).trim().min(8, stale).max(64, stale).optional(),
  seenPriceCents: z.coerce.number({ error: stale }).int(stale).min(0, stale).max(1_000_000, stale).optional(),
  seenDays: z.coerce.number({ error: stale }).int(stale).min(0, stale).max(1_000, stale).optional(),
});
export type AskInput = z.output<typeof askSchema>;

/** The same as a call, which names the creator in its body. */
export const askCallSchema = askSchema.extend({
  creator: z.string({ error: 'Please name the creator.' }).trim().min(1, 'Please name the creator.'),
});

/** What one side says to a step; whether it must say something depends on the step. */
export const actSchema = z.object({
  note: words(limits.reasonLength, 'This')
    .optional()
    .transform((text) => text || null),
});

/** How an admin ends a dispute. */
export const decisionSchema = z.object({
  outcome: z.enum(['refund', 'release'], { error: 'Please choose how this ends.' }),
  reason: z
    .string({ error: 'Please tell both why.' })
    .trim()
    .min(1, 'Please tell both why.')
    .max(limits.reasonLength, `The reason can have at most ${limits.reasonLength} characters.`),
});
export type Decision = z.output<typeof decisionSchema>;
