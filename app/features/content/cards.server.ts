import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import { NotFound } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { canView, isForEverybody } from './can-view.ts';
import { isEarly, tierNow } from './early.ts';
import type { MediaRow, Openness } from './pictures.server.ts';
import type {
  Category,
  ContentStatus,
  ContentType,
  DifficultyLevel,
  SuggestedBelt,
  TechniqueType,
  Tier,
} from './words.ts';

/** One row of a list; edges turn it into a card or into JSON. */
export interface CardRow {
  id: number;
  creatorId: number;
  creatorUsername: string;
  creatorFirstName: string;
  creatorLastName: string;
  creatorImageKey: string | null;
  title: string;
  description: string | null;
  tags: string[];
  /** The item's own; a `Card` has the one that opens it now. */
  tier: Tier;
  earlyUntil: string | null;
  category: Category;
  techniqueType: TechniqueType | null;
  difficultyLevel: DifficultyLevel;
  beltLevelRequired: SuggestedBelt;
  contentType: ContentType;
  isForSale: boolean;
  priceCents: number | null;
  status: ContentStatus;
  createdAt: string;
  publishedAt: string | null;
  views: number;
  likes: number;
  sales: number;
  ratingAverage: string;
  ratingCount: number;
  /** The first picture or film. */
  media: (MediaRow & { id: number }) | null;
  /** The first film, which need not be the first of the media. */
  film: Pick<MediaRow, 'key' | 'mime' | 'filmSteps' | 'filmState'> | null;
}

/** A row with what the viewer may and did. */
export interface Card extends CardRow {
  openness: Openness;
  /** The tier that opens it when its early access is over; null when it is not on. */
  tierAfter: Tier | null;
  liked: boolean;
  bought: boolean;
}

export const cardColumns = fragment`c.id, c.creator_id as "creatorId", u.username::text as "creatorUsername",
  u.first_name as "creatorFirstName", u.last_name as "creatorLastName",
  u.profile_image_key as "creatorImageKey", c.title, c.description, c.tags, c.tier, c.early_until as "earlyUntil",
  c.category, c.technique_type as "techniqueType", c.difficulty_level as "difficultyLevel",
  c.belt_level_required as "beltLevelRequired", c.content_type as "contentType",
  c.is_for_sale as "isForSale", c.price_cents as "priceCents", c.status,
  c.created_at as "createdAt", c.published_at as "publishedAt", s.views, s.likes, s.sales,
  s.rating_average as "ratingAverage", s.rating_count as "ratingCount", m.media, f.film`;

export const mediaObject = fragment`jsonb_build_object('id', id, 'key', key, 'kind', kind, 'mime', mime,
  'width', width, 'height', height, 'color', color, 'widths', widths, 'streamOf', stream_of,
  'filmState', film_state, 'filmProgress', film_progress, 'filmSteps', film_steps,
  'hasFull', has_full)`;

export const cardTables = fragment`content c
  join users u on u.id = c.creator_id
  join content_stats s on s.content_id = c.id
  left join lateral (
    select ${mediaObject} as media from media
    where content_id = c.id and status = 'ready' order by position, id limit 1
  ) m on true
  left join lateral (
    select jsonb_build_object('key', key, 'mime', mime, 'filmSteps', film_steps, 'filmState', film_state) as film from media
    where content_id = c.id and status = 'ready' and kind = 'video' and c.content_type <> 'image'
    order by position, id limit 1
  ) f on true`;

/** Lays what this viewer liked, bought and may open over plain rows: one statement for all of them. */
export async function markCards<Row extends CardRow>(scope: Scope, cards: Row[]): Promise<(Row & Card)[]> {
  const marks = await marksOf(
    scope.em,
    scope.viewer?.id ?? null,
    cards.map((card) => card.id),
  );
  return cards.map((card) => {
    const bought = marks.bought.has(card.id);
    const openness = opennessOf(scope, card, bought);
    return { ...card, ...earlyFacts(card, scope.now()), bought, liked: marks.liked.has(card.id), openness };
  });
}

/** Who may open the item's media; the access rule itself is `canView`. */
function opennessOf(scope: Scope, card: CardRow, bought: boolean): Openness {
  if (isForEverybody(card, scope.now())) return 'everybody';
  return canView(scope.viewer, { ...card, bought }, scope.now()) ? 'viewer' : 'locked';
}

/** While VIPs have it first, a published item is a VIP item to everybody who asks. */
function earlyFacts(card: CardRow, now: Date) {
  if (!isEarly(card, now)) return { earlyUntil: null, tierAfter: null };
  return { tier: tierNow(card, now), tierAfter: card.tier };
}

async function marksOf(em: Em, viewerId: number | null, ids: number[]) {
  const liked = new Set<number>();
  const bought = new Set<number>();
  if (viewerId === null || ids.length === 0) return { liked, bought };
  const found = await rows<{ id: number; isLike: boolean }>(em)`
    select content_id as id, true as "isLike" from likes
    where user_id = ${viewerId} and content_id = any(${ids}::int[])
    union all
    select content_id, false from purchases
    where user_id = ${viewerId} and content_id = any(${ids}::int[]) and status = 'paid'`;
  for (const { id, isLike } of found) (isLike ? liked : bought).add(id);
  return { liked, bought };
}

/**
 * One item for whoever asks, locked or open.
 * @throws NotFound for what does not exist, is a draft of somebody else, or was withdrawn and not bought
 */
export async function findCard(scope: Scope, id: number): Promise<Card> {
  const found = await row<CardRow>(scope.em)`select ${cardColumns} from ${cardTables} where c.id = ${id}`;
  const [card] = found ? await markCards(scope, [found]) : [];
  if (!card || (card.status !== 'published' && card.openness === 'locked')) throw new NotFound();
  return card;
}
