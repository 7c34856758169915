import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import { featuredShape } from './featured.schema.ts';
import { listFeatured } from './featured.server.ts';
import type { FeaturedTier } from './featured-tiers.ts';

const most = 48;

const call = api({
  GET: everyone(
    {
      summary: 'List the featured cards',
      details: `Those that are active, in their order, at most ${most}; they are not cut into pages. A card with an item shows the item’s own numbers.`,
      responses: { 200: z.array(featuredShape) },
    },
    async (scope) =>
      (await listFeatured(scope, most)).map(({ picture, tier, contentId, ...card }) => ({
        id: card.id,
        title: card.title,
        creator: card.creator,
        imageUrl: picture?.src ?? null,
        tier: tier.toUpperCase() as FeaturedTier,
        tierColor: card.tierColor,
        locked: card.locked,
        likes: card.likes,
        comments: card.comments,
        displayOrder: card.displayOrder,
        isActive: card.isActive,
        contentId,
      })),
  ),
});
export const loader = call.loader;
export const action = call.action;
