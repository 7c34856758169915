import type { Scope } from '../../../scope.ts';
import type { PictureFacts } from '../../../ui/pictures/picture.tsx';
import { mediaAddress, pictureOf, profileImage } from '../../core/media/pictures.server.ts';
import type { Card } from './cards.server.ts';
import type { CardItem } from './content-card.tsx';

/** The username with its @; the handle of E2.67 where there is none. */
export const handleOf = (username: string | null, userId: number) =>
  `@${username || `creator_${String(userId).slice(-4)}`}`;

/** The still of a card and, for who may open the item, what moves over it: the loop of its video or its next images. */
export function cardPicture(
  scope: Scope,
  card: Pick<Card, 'media' | 'video' | 'moreImages' | 'mediaAccess'>,
): PictureFacts | null {
  const { media, video, moreImages, mediaAccess } = card;
  if (!media) return null;
  const still = pictureOf(scope, media, mediaAccess, { alt: '' });
  if (mediaAccess === 'locked' || scope.visitor.savesData) return still;
  if (video?.hasLoop) return { ...still, loop: mediaAddress(scope, video.key, 'loop.avif', mediaAccess) };
  if (media.kind === 'video') return still;
  return { ...still, stills: moreImages.map((key) => mediaAddress(scope, key, '320.avif', mediaAccess)) };
}

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
    picture: cardPicture(scope, card),
    views: card.views,
    likes: card.likes,
    liked: card.liked,
    watched: viewer === null || isOwn ? null : card.watched,
    continueAt: isOpen && !card.seen && card.seconds ? card.seconds : null,
    priceCents: card.isForSale ? card.priceCents : null,
    salesCount: card.sales,
    averageRating: Number(card.ratingAverage),
    contentType: card.contentType,
    isPublished: card.status === 'published',
    canRate: viewer !== null && isOpen && !isOwn && card.status !== 'draft',
    canBuy: viewer !== null && card.isForSale && !isOwn && !card.bought,
  };
}
