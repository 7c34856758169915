import type { Scope } from '../../../scope.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { videoAddress } from '../../core/media/video-view.server.ts';
import type { Card } from '../catalog/cards.server.ts';
import { itemMap, type LinkedThing } from '../map-links/link-view.server.ts';
import type { ItemJson } from './item.schema.ts';

/** An item in calls (C3.2, E3.5): dollars, camelCase, the teaser when locked. */
export function itemJson(scope: Scope, card: Card): ItemJson {
  return {
    id: card.id,
    userId: card.creatorId,
    title: card.title,
    description: card.description,
    imageUrl: imageUrl(scope, card),
    videoUrl: videoUrl(scope, card),
    contentType: card.contentType,
    subscriptionTier: card.tier,
    category: card.category,
    techniqueType: card.techniqueType,
    difficultyLevel: card.difficultyLevel,
    beltLevelRequired: card.beltLevelRequired,
    tags: card.tags,
    views: card.views,
    likes: card.likes,
    averageRating: Number(card.ratingAverage),
    totalRatings: card.ratingCount,
    isForSale: card.isForSale,
    price: card.priceCents === null ? null : card.priceCents / 100,
    salesCount: card.sales,
    earlyUntil: card.earlyUntil && new Date(card.earlyUntil).toISOString(),
    tierAfter: card.tierAfter,
    locked: card.mediaAccess === 'locked',
    creator: `${card.creatorFirstName} ${card.creatorLastName}`,
    createdAt: new Date(card.createdAt).toISOString(),
  };
}

/** An item by itself, with where it stands on the map. */
export async function fullItemJson(scope: Scope, card: Card) {
  const { startsIn, does, endsIn } = await itemMap(scope, card.id);
  const linkJson = (thing: LinkedThing | null) => {
    if (!thing) return null;
    const { path, ...facts } = thing;
    return { ...facts, url: path && `${scope.origin}${path}` };
  };
  return {
    ...itemJson(scope, card),
    map: { startsIn: linkJson(startsIn), does: linkJson(does), endsIn: linkJson(endsIn) },
  };
}

/** Always 640 pixels, also for viewers who save data, because caches keep one answer for all. */
const imageUrl = (scope: Scope, { media, mediaAccess }: Card) =>
  media && pictureOf(scope, media, mediaAccess, { alt: '', largest: 640 }).src;

function videoUrl(scope: Scope, { video, mediaAccess }: Card): string | null {
  return video && mediaAccess !== 'locked' ? videoAddress(scope, video, mediaAccess) : null;
}
