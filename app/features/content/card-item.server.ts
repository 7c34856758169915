import type { Scope } from '../../scope.ts';
import type { Card } from './cards.server.ts';
import type { CardItem } from './content-card.tsx';
import { pictureOf, profileImage } from './pictures.server.ts';

/** What people are called by, with its @; the specification's stand-in where there is no username. */
export const handleOf = (username: string | null, userId: number) =>
  `@${username || `creator_${String(userId).slice(-4)}`}`;

/** A marked row as the card shows it to this viewer. */
export function cardItem(scope: Scope, card: Card): CardItem {
  const { viewer } = scope;
  const isOwn = viewer?.id === card.creatorId;
  const isOpen = card.openness !== 'locked';
  return {
    id: card.id,
    title: card.title,
    creatorId: card.creatorId,
    creatorName: `${card.creatorFirstName} ${card.creatorLastName}`,
    creatorHandle: handleOf(card.creatorUsername, card.creatorId),
    creatorAvatar: profileImage(scope, card.creatorImageKey),
    tier: card.tier,
    tierAfter: card.tierAfter,
    earlyUntil: card.earlyUntil,
    locked: !isOpen,
    picture: card.media ? pictureOf(scope, card.media, card.openness, { alt: '' }) : null,
    views: card.views,
    likes: card.likes,
    liked: card.liked,
    priceCents: card.isForSale ? card.priceCents : null,
    salesCount: card.sales,
    averageRating: Number(card.ratingAverage),
    contentType: card.contentType,
    isPublished: card.status === 'published',
    canRate: viewer !== null && isOpen && !isOwn && card.status !== 'draft',
    canBuy: viewer !== null && card.isForSale && !isOwn && !card.bought,
  };
}
