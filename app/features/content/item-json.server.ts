import type { Scope } from '../../scope.ts';
import type { Card } from './cards.server.ts';
import { filmAddress } from './film-view.server.ts';
import type { ItemJson } from './item.schema.ts';
import { pictureOf } from './pictures.server.ts';

/** An item as the API shows it (contract.md 'item'): dollars, camelCase, the teaser when locked. */
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
    locked: card.openness === 'locked',
    creator: `${card.creatorFirstName} ${card.creatorLastName}`,
    createdAt: new Date(card.createdAt).toISOString(),
  };
}

/** The same whoever asks: what is kept of a call is kept for everybody alike. */
const imageUrl = (scope: Scope, { media, openness }: Card) =>
  media && pictureOf(scope, media, openness, { alt: '', largest: 640 }).src;

function videoUrl(scope: Scope, { film, openness }: Card): string | null {
  return film && openness !== 'locked' ? filmAddress(scope, film, openness) : null;
}
