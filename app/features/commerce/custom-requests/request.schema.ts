import { z } from 'zod';
import { centsIn } from '../../../ui/money.ts';
import { flag, wholeNumber } from '../../core/schemas/request-shapes.ts';
import { unseen } from '../../library/authoring/upload.schema.ts';
import { requestLimits as limits } from './steps/states.ts';

const stale = 'Please open this page again.';

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

const words = (most: number, what: string) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .max(most, `${what} can have at most ${most} characters.`);

export const offerSchema = z.object({
  price,
  days: wholeNumber(`Please enter a number of days between 1 and ${limits.maxDays}.`, 1, limits.maxDays),
  atOnce: wholeNumber(`Please enter a number between 1 and ${limits.maxAtOnce}.`, 1, limits.maxAtOnce),
  note: words(limits.noteLength, 'The note')
    .optional()
    .transform((text) => text || null),
  isOpen: flag('isOpen'),
});
export type OfferInput = z.output<typeof offerSchema>;

const hasText = (text: string) => text.replace(unseen, '').length > 0;

/** The form of a request. Its price is not used; it must only equal the present price. */
export const askSchema = z.object({
  title: words(limits.titleLength, 'The title')
    .min(3, 'Please give it a title of at least 3 characters.')
    .refine(hasText, 'Please give it a title.'),
  details: words(limits.detailsLength, 'Your request').refine(
    (text) => text.replace(unseen, '').length >= limits.detailsMin,
    `Please describe your request in at least ${limits.detailsMin} characters.`,
  ),
  attempt: z.string({ error: stale }).trim().min(8, stale).max(64, stale).optional(),
  seenPriceCents: wholeNumber(stale, 0, 1_000_000).optional(),
  seenDays: wholeNumber(stale, 0, 1_000).optional(),
});
export type AskInput = z.output<typeof askSchema>;

export const askCallSchema = askSchema.extend({
  creator: z.string({ error: 'Please name the creator.' }).trim().min(1, 'Please name the creator.'),
});

export const transitionSchema = z.object({
  note: words(limits.reasonLength, 'This')
    .optional()
    .transform((text) => text || null),
});

export const decisionSchema = z.object({
  outcome: z.enum(['refund', 'release'], { error: 'Please choose an outcome.' }),
  reason: z
    .string({ error: 'Please explain why to both sides.' })
    .trim()
    .min(1, 'Please explain why to both sides.')
    .max(limits.reasonLength, `The reason can have at most ${limits.reasonLength} characters.`),
});
export type Decision = z.output<typeof decisionSchema>;
