import { z } from 'zod';
import { centsIn } from '../../ui/money.ts';
import { momentIn, releases } from '../content/release.ts';
import {
  categories,
  contentLimits,
  difficultyLevels,
  downloadRights,
  suggestedBelts,
  techniqueTypes,
  tiers,
} from '../content/words.ts';

/** Words come in any case; an empty choice means none was made. */
const word = (value: unknown) =>
  typeof value === 'string' ? value.trim().toLowerCase() || undefined : value;

const choice = <const Words extends readonly [string, ...string[]]>(words: Words, message: string) =>
  z.preprocess(word, z.enum(words, { error: message }));

export const chosenOr = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
  message: string,
) => z.preprocess((value) => word(value) ?? fallback, z.enum(words, { error: message }));

/** Checkboxes say 'true' or 'on', programs true or 'false'. */
export const yes = z.preprocess(
  (value) => value === true || (typeof value === 'string' && /^(true|on|1|yes)$/i.test(value.trim())),
  z.boolean(),
);

/** Several lines or comma-separated words as a list; a list stays one. */
const list = (separator: RegExp, each: (text: string) => string) => (value: unknown) => {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : [];
  const words = parts.filter((part) => typeof part === 'string').map((part) => each(part.trim()));
  return [...new Set(words.filter(Boolean))];
};

/** Each text of a list within a length; the message belongs to the field and says which one it means. */
const noneLonger = (length: number, what: string) => (texts: string[], context: z.RefinementCtx) => {
  const long = texts.find((text) => text.length > length);
  if (long === undefined) return;
  const message = `A ${what} must be at most ${length} characters: '${long.slice(0, 30)}…' has ${long.length}.`;
  context.addIssue({ code: 'custom', message });
};

/** Spaces of every alphabet and signs that take no ink. */
export const unseen = /[\s\p{DI}\u2800]/gu;

/** For the handbook: what is a list here is one text in a form. */
const asText = (description: string) => ({
  description,
  ...{ type: 'string', items: undefined, maxItems: undefined },
});

/** Cents, from dollars as a person types them. */
const priceCents = z
  .preprocess((value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (text === undefined || text === null || (typeof text === 'string' && text.trim() === '')) return null;
    return centsIn(String(text)) ?? Number.NaN;
  }, z
    .int({ error: 'Please enter the price in dollars and cents, like 4.99.' })
    .min(contentLimits.minPriceCents, 'The price must be at least $0.99.')
    .max(contentLimits.maxPriceCents, 'The price must be at most $500.00.')
    .nullable())
  .meta({
    description: 'Dollars. Needed by what is for sale.',
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

/** The details of an item as both upload forms send them (experience.md §5, calls.md §3). */
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
  tier: chosenOr(tiers, 'free', 'Please choose a tier: free, premium or vip.').describe(
    '`free` unless told.',
  ),
  tags: z
    .preprocess(
      list(/[,\n]/, (tag) => tag.replace(/^#/, '').toLowerCase()),
      z
        .array(z.string())
        .max(contentLimits.tags, `Please use at most ${contentLimits.tags} tags.`)
        .superRefine(noneLonger(contentLimits.tagLength, 'tag')),
    )
    .meta(asText(`Separated by commas; at most ${contentLimits.tags}.`)),
  steps: z
    .preprocess(
      list(/\n/, (step) => step.replace(/^\d+[.)]\s*/, '')),
      z
        .array(z.string())
        .max(contentLimits.steps, `Please use at most ${contentLimits.steps} steps.`)
        .superRefine(noneLonger(contentLimits.stepLength, 'step')),
    )
    .meta(asText(`One a line; at most ${contentLimits.steps}.`)),
  price: priceCents,
  isForSale: yes,
  techniqueType: z.preprocess(
    word,
    z.enum(techniqueTypes, { error: 'Please choose a technique type from the list.' }).optional(),
  ),
  difficultyLevel: chosenOr(
    difficultyLevels,
    'beginner',
    'Please choose a difficulty from the list.',
  ).describe('`beginner` unless told.'),
  beltLevelRequired: chosenOr(suggestedBelts, 'white', 'Please choose a belt from the list.').describe(
    '`white` unless told.',
  ),
  downloads: z
    .preprocess(
      word,
      z.enum(downloadRights, { error: 'Please choose from the list who may download it.' }).optional(),
    )
    .describe(
      'Who may save its best files: `members` (Premium, VIP and buyers) unless told, `buyers`, `nobody`.',
    ),
  release: chosenOr(releases, 'now', 'Please choose when it is published.').describe(
    'When it is published: `now` unless told, `later` at `publishAt`, or never yet.',
  ),
  publishAt: moment.describe('Needed with `later`.'),
  earlyUntil: moment.describe('Until then VIPs have it first.'),
});

const saleHasPrice = (value: { isForSale: boolean; price: number | null }) =>
  !value.isForSale || value.price !== null;
const priceMissing = { path: ['price'], message: 'Please enter a price to sell this item: at least $0.99.' };

const laterHasMoment = (value: { release: string; publishAt: Date | null }) =>
  value.release !== 'later' || value.publishAt !== null;
const momentMissing = { path: ['publishAt'], message: 'Please say when it is to be published.' };

const missingInformation = 'Missing information: Please fill in title and category';

const technique = (titleMissing: string) =>
  z
    .object({ ...details(titleMissing), category: choice(categories, missingInformation) })
    .refine(saleHasPrice, priceMissing)
    .refine(laterHasMoment, momentMissing);

/** The technique upload. */
export const techniqueSchema = technique('Missing Title: Please provide a title for your technique.');
/** The same form in the words of the phone's screen. */
export const phoneSchema = technique(missingInformation);

/** The single-image form of the creator dashboard, with its defaults. */
export const singleImageSchema = z
  .object({
    ...details('Title is required'),
    category: chosenOr(categories, 'training', 'Please choose a category from the list.'),
  })
  .refine(saleHasPrice, priceMissing)
  .refine(laterHasMoment, momentMissing);

export type ItemDetails = z.output<typeof techniqueSchema>;

/** A form that brings nothing but files; they are judged one by one, not here. */
export const filesSchema = z.object({ files: z.any().optional() });

export const noFiles = {
  technique: 'No Files Selected: Please select at least one image or video of your technique.',
  phone: 'No files selected: Please select at least one image to upload',
  singleImage: 'No File Selected: Please select an image to upload',
} as const;

/** Brings the spellings of the three upload forms together; the first one given wins. */
export function withOneSpelling(fields: FormData): FormData {
  const tier = fields.get('tier') ?? fields.get('subscriptionTier');
  if (tier !== null) fields.set('tier', tier);
  return fields;
}
