import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Scope } from '../../../scope.ts';
import type { PictureFacts } from '../../../ui/pictures/picture.tsx';
import { type MediaRow, pictureOf } from '../../core/media/pictures.server.ts';
import { cardPicture } from '../catalog/card-item.server.ts';
import { type Card, markCards } from '../catalog/cards.server.ts';
import { publishedCards } from '../catalog/cards.sql.server.ts';
import type { AdminFeaturedJson } from './featured.schema.ts';
import type { FeaturedTier, TierColor } from './featured-tiers.ts';

/** A card as visitors see it; a linked, published item supplies its own numbers (ADR-013). */
export interface FeaturedCard {
  id: number;
  title: string;
  creator: string;
  tier: Tier;
  tierColor: TierColor;
  locked: boolean;
  likes: number;
  comments: number;
  displayOrder: number;
  isActive: boolean;
  picture: PictureFacts | null;
  contentId: number | null;
  earlyUntil: string | null;
  liked: boolean;
}

/** Cards with the fields that an admin typed (C3.21). */
export const typedCards = (em: Em) =>
  db(em)
    .selectFrom('featured as f')
    .leftJoin('media as m', (join) => join.onRef('m.key', '=', 'f.image_key').on('m.status', '=', 'ready'))
    .select([
      'f.id',
      'f.title',
      'f.creator',
      'f.tier',
      'f.tier_color as tierColor',
      'f.locked',
      'f.likes',
      'f.comments',
      'f.display_order as displayOrder',
      'f.is_active as isActive',
      'f.image_url as imageUrl',
      'f.image_key as imageKey',
      'f.content_id as contentId',
      sql<MediaRow | null>`case when m.key is not null then jsonb_build_object('key', m.key, 'kind', m.kind,
        'mime', m.mime, 'width', m.width, 'height', m.height, 'color', m.color, 'widths', m.widths) end`.as(
        'media',
      ),
    ]);
export type FeaturedRow = Awaited<ReturnType<ReturnType<typeof typedCards>['execute']>>[number];

export async function listFeatured(scope: Scope, limit: number): Promise<FeaturedCard[]> {
  const typed = await recentOfAll(scope, `${limit} featured`, () =>
    typedCards(scope.em)
      .where('f.is_active', '=', true)
      .orderBy('f.display_order')
      .orderBy('f.id')
      .limit(limit)
      .execute(),
  );
  return showFeatured(scope, typed);
}

/** Adds the linked items' data and access to typed cards, in one statement. */
export async function showFeatured(scope: Scope, typed: FeaturedRow[]): Promise<FeaturedCard[]> {
  const items = await linkedItems(scope, typed);
  return typed.map((card) => featuredCard(scope, card, items.get(card.contentId ?? 0)));
}

/** The published items behind cards, by their ids. */
async function linkedItems(scope: Scope, typed: FeaturedRow[]): Promise<Map<number, Card>> {
  const linked = typed.flatMap(({ contentId }) => (contentId === null ? [] : [contentId]));
  const read = () => publishedCards(scope.em, linked);
  const found = linked.length > 0 ? await recentOfAll(scope, `cards ${linked}`, read) : [];
  return new Map((await markCards(scope, found)).map((card) => [card.id, card]));
}

const nameOf = (item: Card) => `${item.creatorFirstName} ${item.creatorLastName}`;

function featuredCard(scope: Scope, typed: FeaturedRow, item: Card | undefined): FeaturedCard {
  const { media, imageKey, imageUrl, ...facts } = typed;
  const card = { ...facts, tier: typed.tier.toLowerCase() as Tier, earlyUntil: null, liked: false };
  const picture = ownPicture(scope, typed);
  if (!item) return { ...card, contentId: null, picture };
  return {
    ...card,
    creator: nameOf(item),
    tier: item.tier,
    earlyUntil: item.earlyUntil,
    locked: item.mediaAccess === 'locked',
    likes: item.likes,
    comments: item.ratingCount,
    liked: item.liked,
    picture: picture ?? cardPicture(scope, item),
  };
}

/** The uploaded or linked image; a linked one has no known size, so the card's box sets it. */
export function ownPicture(scope: Scope, { media, imageUrl }: FeaturedRow): PictureFacts | null {
  if (media) return pictureOf(scope, media, 'everybody', { alt: '' });
  return imageUrl ? { src: imageUrl, width: 640, height: 480, color: null, alt: '', sources: [] } : null;
}

/** Cards for the admin's calls. */
export async function adminJson(scope: Scope, typed: FeaturedRow[]): Promise<AdminFeaturedJson[]> {
  const items = await linkedItems(scope, typed);
  return typed.map((card) => cardJson(scope, card, items.get(card.contentId ?? 0)));
}

export async function adminCardJson(scope: Scope, typed: FeaturedRow): Promise<AdminFeaturedJson> {
  const items = await linkedItems(scope, [typed]);
  return cardJson(scope, typed, items.get(typed.contentId ?? 0));
}

/** The typed fields, and beside them what the linked item says in their place (ADR-013). */
function cardJson(scope: Scope, typed: FeaturedRow, item: Card | undefined): AdminFeaturedJson {
  const { media, imageKey, ...card } = typed;
  const linked = item && {
    title: item.title,
    creator: nameOf(item),
    imageUrl: cardPicture(scope, item)?.src ?? null,
    tier: item.tier.toUpperCase() as FeaturedTier,
    likes: item.likes,
    comments: item.ratingCount,
  };
  return { ...card, imageUrl: ownPicture(scope, typed)?.src ?? null, linked: linked ?? null };
}
