import { rows } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';
import type { PictureFacts } from '../../ui/picture.tsx';
import { type Card, type CardRow, cardColumns, cardTables, markCards } from '../content/cards.server.ts';
import { pictureOf } from '../content/pictures.server.ts';
import type { Tier } from '../content/words.ts';

/** A featured card as an admin typed it; a linked, published item lends its own numbers (decisions 11). */
export interface FeaturedCard {
  id: number;
  title: string;
  creator: string;
  tier: Tier;
  tierColor: string;
  locked: boolean;
  likes: number;
  comments: number;
  displayOrder: number;
  isActive: boolean;
  picture: PictureFacts | null;
  contentId: number | null;
  liked: boolean;
}

interface FeaturedRow {
  id: number;
  title: string;
  creator: string;
  tier: string;
  tierColor: string;
  locked: boolean;
  likes: number;
  comments: number;
  displayOrder: number;
  isActive: boolean;
  imageUrl: string | null;
  imageKey: string | null;
  contentId: number | null;
}

/** The active cards in their order, for the landing page and GET /api/featured-content. */
export async function listFeatured(scope: Scope, limit: number): Promise<FeaturedCard[]> {
  const typed = await rows<FeaturedRow>(scope.em)`
    select id, title, creator, tier, tier_color as "tierColor", locked, likes, comments,
      display_order as "displayOrder", is_active as "isActive", image_url as "imageUrl",
      image_key as "imageKey", content_id as "contentId"
    from featured where is_active order by display_order, id limit ${limit}`;
  const linked = typed.flatMap(({ contentId }) => (contentId === null ? [] : [contentId]));
  const found = linked.length
    ? await rows<CardRow>(scope.em)`select ${cardColumns} from ${cardTables}
        where c.id = any(${linked}::int[]) and c.status = 'published'`
    : [];
  const items = new Map((await markCards(scope, found)).map((card) => [card.id, card]));
  return typed.map((card) => featuredCard(scope, card, items.get(card.contentId ?? 0)));
}

function featuredCard(scope: Scope, typed: FeaturedRow, item: Card | undefined): FeaturedCard {
  const card = { ...typed, tier: typed.tier.toLowerCase() as Tier, liked: false };
  if (!item) return { ...card, contentId: null, picture: typedPicture(scope, typed) };
  return {
    ...card,
    creator: `${item.creatorFirstName} ${item.creatorLastName}`,
    tier: item.tier,
    locked: item.openness === 'locked',
    likes: item.likes,
    comments: item.ratingCount,
    liked: item.liked,
    picture:
      typedPicture(scope, typed) ??
      (item.media ? pictureOf(scope, item.media, item.openness, { alt: item.title }) : null),
  };
}

/** The picture that the admin sent or named; its true size is not known, so the card's box stands in. */
function typedPicture(
  { media, now }: Scope,
  { imageKey, imageUrl, title }: FeaturedRow,
): PictureFacts | null {
  const src = imageKey
    ? media.address({ key: imageKey, variant: '640.jpg', isPublic: true, viewerId: null, now: now() })
    : imageUrl;
  return src ? { src, width: 640, height: 480, color: null, alt: title, sources: [] } : null;
}
