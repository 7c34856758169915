import { z } from 'zod';
import {
  categories,
  contentStates,
  contentTypes,
  difficultyLevels,
  suggestedBelts,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { count, dollars, exampleText, id, mediaUrl, moment } from '../../core/schemas/response-shapes.ts';

/** An item in calls (C3.2, E3.5). */
export const itemShape = z
  .object({
    id,
    userId: id.describe('Its creator.'),
    title: exampleText('Knee cut from half guard'),
    description: exampleText('Three details that make it work.').nullable(),
    imageUrl: mediaUrl.nullable().describe('For a locked item, a blurred picture.'),
    videoUrl: mediaUrl
      .nullable()
      .meta({ description: 'Null while it is locked, or is not a video.', examples: [null] }),
    contentType: z.enum(contentTypes),
    subscriptionTier: z.enum(tiers).describe('The tier that opens it now.'),
    category: z.enum(categories),
    techniqueType: z.enum(techniqueTypes).nullable(),
    difficultyLevel: z.enum(difficultyLevels),
    beltLevelRequired: z.enum(suggestedBelts).describe('A suggestion only; anyone may watch.'),
    tags: z.array(exampleText('half guard')),
    views: count,
    likes: count,
    averageRating: z
      .number()
      .min(0)
      .max(5)
      .meta({ description: '0 while there are no ratings.', examples: [4.5] }),
    totalRatings: count,
    isForSale: z.boolean().meta({ examples: [true] }),
    price: dollars.nullable(),
    salesCount: count,
    earlyUntil: moment
      .nullable()
      .meta({ description: 'The end of early access for VIPs.', examples: [null] }),
    tierAfter: z
      .enum(tiers)
      .nullable()
      .meta({ description: 'The tier that opens it after early access.', examples: [null] }),
    locked: z.boolean().describe('True when the caller may not open it.'),
    creator: exampleText('Bia Costa'),
    createdAt: moment,
  })
  .meta({ id: 'Item' });
export type ItemJson = z.output<typeof itemShape>;

const linkShape = z
  .object({
    id,
    kind: z.enum(['position', 'transition', 'term']).describe('A term is a technique in general.'),
    name: exampleText('Half guard'),
    url: z.string().nullable().describe('Null for a proposed name, which has no page yet.'),
  })
  .nullable();

/** An item by itself, with where it stands on the map. */
export const fullItemShape = itemShape
  .extend({ map: z.object({ startsIn: linkShape, does: linkShape, endsIn: linkShape }) })
  .meta({ id: 'ItemOnMap' });

export const ownItemShape = itemShape
  .extend({ status: z.enum(contentStates).describe('Only what is published is shown to others.') })
  .meta({ id: 'OwnItem' });

export const noSuchItem = 'There is no such item, or it is not shown to this member.';
