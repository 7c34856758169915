import { api, everyone } from '../../http/api.server.ts';
import { listFeatured } from './featured.server.ts';

const most = 48;

const call = api({
  GET: everyone(async (scope) =>
    (await listFeatured(scope, most)).map(({ picture, tier, contentId, ...card }) => ({
      id: card.id,
      title: card.title,
      creator: card.creator,
      imageUrl: picture?.src ?? null,
      tier: tier.toUpperCase(),
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
