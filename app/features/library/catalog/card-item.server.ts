import type { Scope } from '../../../scope.ts';
import { pictureOf, profileImage } from '../../core/media/pictures.server.ts';
import type { Card } from './cards.server.ts';
import type { CardItem } from './content-card.tsx';

/** The username with its @; the handle of E2.67 where there is none. */
export const handleOf = (username: string | null, userId: number) =>
  `@${username || `creator_${String(userId).slice(-4)}`}`;

export function cardItem(scope: Scope, card: Card): CardItem {
  const { viewer } = scope;
  const isOwn = viewer?.id === card.creatorId;
  const isOpen = card.mediaAccess !== 'locked';
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
    picture: card.media ? pictureOf(scope, card.media, card.mediaAccess, { alt: '' }) : null,
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
