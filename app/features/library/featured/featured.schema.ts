import { z } from 'zod';
import { tiers } from '../../../domain/tiers.ts';
import { ownPath } from '../../../http/pages/own-path.ts';
import { chosenOr, flag } from '../../core/schemas/request-shapes.ts';
import { count, id, mediaUrl, exampleText as text } from '../../core/schemas/response-shapes.ts';
import { attempt } from '../authoring/upload.schema.ts';
import { type FeaturedTier, featuredLimits, featuredTiers, tierColors } from './featured-tiers.ts';

/** Integers, 0 when empty; a text that is no number is refused (ADR-013). */
const whole = (name: string, most: number) =>
  z.preprocess(
    (value) => {
      const text = typeof value === 'string' ? value.trim() : value;
      if (text === undefined || text === null || text === '') return 0;
      if (typeof text === 'string' && !/^-?\d+(\.\d+)?$/.test(text)) return Number.NaN;
      return typeof text === 'string' || typeof text === 'number' ? Math.trunc(Number(text)) : text;
    },
    z
      .int({ error: `Please enter ${name} as a whole number.` })
      .min(0, `${name} must be 0 or more.`)
      .max(most, `${name} must be at most ${most.toLocaleString('en-US')}.`),
  );

const words = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} must be at most ${most} characters`);

const isPicture = (text: string) =>
  ownPath(text, '') !== '' || (URL.canParse(text) && /^https:\/\/[^/@\s]+([/?#][^\s]*)?$/i.test(text));

const imageUrl = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() || null : (value ?? null)),
  z
    .string({ error: 'Image URL must be text.' })
    .max(featuredLimits.imageUrlLength, 'This address is too long.')
    .refine(isPicture, 'Please enter an address that begins with https://, or a path of this site.')
    .nullable(),
);

/** An item's number, or its address copied from the browser. */
const itemAddress = /^(?:#?|(?:https?:\/\/[^/\s]+)?\/content\/)(\d{1,10})(?:[/?#]\S*)?$/;

/** The number or the address of an item; null when empty. */
export const linkedItemId = z.preprocess((value) => {
  const text = typeof value === 'number' ? String(value) : (value ?? '');
  if (typeof text !== 'string') return Number.NaN;
  return text.trim() === '' ? null : Number(itemAddress.exec(text.trim())?.[1] ?? Number.NaN);
}, z
  .int({ error: 'Please enter the number or the address of an item, like 42 or /content/42.' })
  .min(1, 'Items count from 1.')
  .max(2_147_483_647, 'There is no item with such a number.')
  .nullable());

const fields = {
  title: words('Title', featuredLimits.titleLength),
  creator: words('Creator', featuredLimits.creatorLength),
  imageUrl,
  tier: chosenOr(tiers, 'free', 'Please choose a tier: FREE, PREMIUM or VIP.').transform(
    (tier) => tier.toUpperCase() as FeaturedTier,
  ),
  tierColor: chosenOr(tierColors, 'bg-green-500', 'Please choose a tier color from the list.'),
  likes: whole('Likes', featuredLimits.count),
  comments: whole('Comments', featuredLimits.count),
  displayOrder: whole('Display Order', featuredLimits.displayOrder),
  locked: z.preprocess((value) => value ?? false, flag('locked')),
  isActive: z.preprocess((value) => value ?? true, flag('isActive')),
  contentId: linkedItemId,
};

/** A new card; missing fields get their defaults (C3.22 to C3.24). */
export const newFeatured = z.object({
  ...fields,
  attempt: attempt.describe(
    'Names this sending: the same attempt with the same words and picture makes one card.',
  ),
});
export type NewFeatured = z.output<typeof newFeatured>;

const ofChanges = { removeImage: flag('removeImage').optional() };

/** A form that changes a card; empty fields are cleared. */
export const editedFeatured = z.object(fields).extend(ofChanges);

/** A call that changes a card; missing fields stay. */
export const featuredPatch = z.object(fields).partial().extend(ofChanges);
export type FeaturedPatch = z.output<typeof featuredPatch>;

/** A card in calls (C3.21). */
export const featuredShape = z
  .object({
    id,
    title: text('Berimbolo study'),
    creator: text('Coach Bia'),
    imageUrl: mediaUrl.nullable(),
    tier: z.enum(featuredTiers),
    tierColor: z.enum(tierColors),
    locked: z.boolean(),
    likes: count,
    comments: count,
    displayOrder: z.int(),
    isActive: z.boolean(),
    contentId: id.nullable().describe('The item behind the card.'),
  })
  .meta({ id: 'Featured' });
/** A card for admins: what was typed, and what the item says in its place (ADR-013). */
export const adminFeaturedShape = featuredShape
  .extend({
    linked: z
      .object({
        title: text('Berimbolo study'),
        creator: text('Bia Costa'),
        imageUrl: mediaUrl.nullable(),
        tier: z.enum(featuredTiers),
        likes: count,
        comments: count,
      })
      .nullable()
      .describe('What visitors see of the item in place of the typed fields; null without a public item.'),
  })
  .meta({ id: 'AdminFeatured' });
export type AdminFeaturedJson = z.output<typeof adminFeaturedShape>;

const spellings = new Map([
  ['image_url', 'imageUrl'],
  ['tier_color', 'tierColor'],
  ['display_order', 'displayOrder'],
  ['is_active', 'isActive'],
  ['content_id', 'contentId'],
  ['athlete', 'creator'],
]);

/** Unifies both spellings (E3.15); the usual one wins. */
export function inOneSpelling(sent: Record<string, unknown>): Record<string, unknown> {
  const renamed = Object.entries(sent).map(([name, value]) => [spellings.get(name) ?? name, value]);
  return { ...Object.fromEntries(renamed), ...sent };
}
