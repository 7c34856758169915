import { z } from 'zod';
import { contentLimits } from '../../../domain/content-limits.ts';
import {
  categories,
  difficultyLevels,
  downloadRights,
  suggestedBelts,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { momentIn, releases } from '../../../domain/release.ts';
import { tiers } from '../../../domain/tiers.ts';
import { centsIn } from '../../../ui/money.ts';
import { choice, chosenOr, flag, word } from '../../core/schemas/request-shapes.ts';
import { linkFields } from '../map-links/link.schema.ts';

const list = (separator: RegExp, each: (text: string) => string) => (value: unknown) => {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : [];
  const words = parts.filter((part) => typeof part === 'string').map((part) => each(part.trim()));
  return [...new Set(words.filter(Boolean))];
};

const noneLonger = (length: number, what: string) => (texts: string[], context: z.RefinementCtx) => {
  const long = texts.find((text) => text.length > length);
  if (long === undefined) return;
  const message = `A ${what} must be at most ${length} characters: '${long.slice(0, 30)}…' has ${long.length}.`;
  context.addIssue({ code: 'custom', message });
};

/** Spaces of every alphabet, and invisible characters. */
export const unseen = /[\s\p{DI}\u2800]/gu;

const asText = (description: string) => ({
  description,
  type: 'string',
  items: undefined,
  maxItems: undefined,
});

export const isForSale = flag('isForSale');

/** Cents, from dollars as typed. */
const priceCents = z
  .preprocess((value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (text === undefined || text === null || (typeof text === 'string' && text.trim() === '')) return null;
    return (typeof text === 'string' ? centsIn(text) : null) ?? Number.NaN;
  }, z
    .int({ error: 'Please enter the price in dollars and cents, like 4.99.' })
    .min(contentLimits.minPriceCents, 'The price must be at least $0.99.')
    .max(contentLimits.maxPriceCents, 'The price must be at most $500.00.')
    .nullable())
  .meta({
    description: 'Dollars. Needed when it is for sale.',
    anyOf: [
      {
        type: 'number',
        minimum: contentLimits.minPriceCents / 100,
        maximum: contentLimits.maxPriceCents / 100,
      },
      { type: 'null' },
    ],
  });

const moment = z.preprocess(
  momentIn,
  z.date({ error: 'Please enter a day and a time, like 2026-12-24 18:00.' }).nullable(),
);

/** A hidden id of the form, so that a second submission is recognized. */
export const attempt = z
  .string({ error: 'The attempt is a text.' })
  .trim()
  .max(64, 'The attempt is too long.')
  .optional();

const steps = z
  .preprocess(
    list(/\n/, (step) => step.replace(/^\d+[.)]\s*/, '')),
    z
      .array(z.string())
      .max(contentLimits.steps, `Please use at most ${contentLimits.steps} steps.`)
      .superRefine(noneLonger(contentLimits.stepLength, 'step')),
  )
  .meta(asText(`One a line; at most ${contentLimits.steps}.`));

/** The steps of an item alone, one a line. */
export const stepsSchema = z.object({ steps });

/** The details that both upload forms send (E5.21 to E5.26, C3.4 to C3.11). */
const details = (titleMissing: string) => ({
  title: z
    .string({ error: titleMissing })
    .trim()
    .refine((text) => text.replace(unseen, '') !== '', titleMissing)
    .max(contentLimits.titleLength, 'Title must be less than 100 characters'),
  description: z
    .string()
    .trim()
    .max(contentLimits.descriptionLength, 'Description must be less than 500 characters')
    .optional()
    .transform((text) => text || null),
  tier: chosenOr(tiers, 'free', 'Please choose a tier: free, premium or vip.').describe('`free` by default.'),
  tags: z
    .preprocess(
      list(/[,\n]/, (tag) => tag.replace(/^#/, '').toLowerCase()),
      z
        .array(z.string())
        .max(contentLimits.tags, `Please use at most ${contentLimits.tags} tags.`)
        .superRefine(noneLonger(contentLimits.tagLength, 'tag')),
    )
    .meta(asText(`Separated by commas; at most ${contentLimits.tags}.`)),
  steps,
  price: priceCents,
  isForSale,
  techniqueType: z.preprocess(
    word,
    z.enum(techniqueTypes, { error: 'Please choose a technique type from the list.' }).optional(),
  ),
  difficultyLevel: chosenOr(
    difficultyLevels,
    'beginner',
    'Please choose a difficulty from the list.',
  ).describe('`beginner` by default.'),
  beltLevelRequired: chosenOr(suggestedBelts, 'white', 'Please choose a belt from the list.').describe(
    '`white` by default.',
  ),
  downloads: z
    .preprocess(
      word,
      z.enum(downloadRights, { error: 'Please choose from the list who may download it.' }).optional(),
    )
    .describe(
      'Who may save its best files: `members` (Premium, VIP and buyers; the default), `buyers`, `nobody`.',
    ),
  release: chosenOr(releases, 'now', 'Please choose when to publish it.').describe(
    'When it is published: `now` (the default), `later` at `publishAt`, or not yet.',
  ),
  attempt: attempt.describe(
    'Names this sending: the same attempt with the same words and files publishes once.',
  ),
  publishAt: moment.describe('Needed with `later`.'),
  earlyUntil: moment.describe('The end of early access for VIPs.'),
  ...linkFields,
});

const saleHasPrice = (value: { isForSale: boolean; price: number | null }) =>
  !value.isForSale || value.price !== null;
const priceMissing = { path: ['price'], message: 'Please enter a price to sell this item: at least $0.99.' };

const laterHasMoment = (value: { release: string; publishAt: Date | null }) =>
  value.release !== 'later' || value.publishAt !== null;
const momentMissing = { path: ['publishAt'], message: 'Please choose when to publish it.' };

const missingInformation = 'Missing information: Please fill in title and category';

const singleTitleMissing = 'Title is required';

const technique = (titleMissing: string) =>
  z
    .object({ ...details(titleMissing), category: choice(categories, missingInformation) })
    .refine(saleHasPrice, priceMissing)
    .refine(laterHasMoment, momentMissing);

const titleMissing = 'Missing Title: Please provide a title for your technique.';
export const techniqueSchema = technique(titleMissing);
/** The same form in the phone screen's words (E5.28). */
export const phoneSchema = technique(missingInformation);

/** What the forms say of an empty title and of an empty category. */
export const missingTexts = {
  technique: { title: titleMissing, category: missingInformation },
  phone: { title: missingInformation, category: missingInformation },
  singleImage: { title: singleTitleMissing },
};

/** The single-image form of the creator dashboard, with its defaults (E5.8 to E5.13). */
export const singleImageSchema = z
  .object({
    ...details(singleTitleMissing),
    category: chosenOr(categories, 'training', 'Please choose a category from the list.'),
  })
  .refine(saleHasPrice, priceMissing)
  .refine(laterHasMoment, momentMissing);

export type ItemDetails = z.output<typeof techniqueSchema>;

/** A form with files only; each file is checked elsewhere. */
export const filesSchema = z.object({ files: z.any().optional(), attempt: z.string().optional() });

/** Unifies the spellings of the three upload forms; the first one present wins. */
export function withOneSpelling(fields: FormData): FormData {
  const tier = fields.get('tier') ?? fields.get('subscriptionTier');
  if (tier !== null) fields.set('tier', tier);
  return fields;
}
