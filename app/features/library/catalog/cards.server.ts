import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { canView, isForEverybody } from '../../../domain/can-view.ts';
import type {
  Category,
  ContentStatus,
  ContentType,
  DifficultyLevel,
  SuggestedBelt,
  TechniqueType,
} from '../../../domain/content-terms.ts';
import { isEarly, tierNow } from '../../../domain/early.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { MediaAccess, MediaRow } from '../../core/media/pictures.server.ts';

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
  /** The item's own tier; a `Card` has the one that opens it now. */
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
  media: (MediaRow & { id: number }) | null;
  /** The first video, which may come after images. */
  video: Pick<MediaRow, 'key' | 'mime' | 'videoSteps' | 'videoState'> | null;
}

export interface Card extends CardRow {
  mediaAccess: MediaAccess;
  /** The tier after early access; null when there is none. */
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
  s.rating_average as "ratingAverage", s.rating_count as "ratingCount", m.media, f.video`;

export const mediaObject = fragment`jsonb_build_object('id', id, 'key', key, 'kind', kind, 'mime', mime,
  'width', width, 'height', height, 'color', color, 'widths', widths, 'streamOf', stream_of,
  'videoState', video_state, 'videoProgress', video_progress, 'videoSteps', video_steps,
  'hasFull', has_full)`;

export const cardTables = fragment`content c
  join users u on u.id = c.creator_id
  join content_stats s on s.content_id = c.id
  left join lateral (
    select ${mediaObject} as media from media
    where content_id = c.id and status = 'ready' order by position, id limit 1
  ) m on true
  left join lateral (
    select jsonb_build_object('key', key, 'mime', mime, 'videoSteps', video_steps, 'videoState', video_state) as video from media
    where content_id = c.id and status = 'ready' and kind = 'video' and c.content_type <> 'image'
    order by position, id limit 1
  ) f on true`;

/** Adds what this viewer liked, bought and may open to plain rows, in one statement. */
export async function markCards<Row extends CardRow>(scope: Scope, cards: Row[]): Promise<(Row & Card)[]> {
  const marks = await marksOf(
    scope.em,
    scope.viewer?.id ?? null,
    cards.map((card) => card.id),
  );
  return cards.map((card) => {
    const bought = marks.bought.has(card.id);
    const mediaAccess = mediaAccessOf(scope, card, bought);
    return {
      ...card,
      ...earlyFacts(card, scope.now()),
      bought,
      liked: marks.liked.has(card.id),
      mediaAccess,
    };
  });
}

/** Who may open the item's media, by `canView`. */
function mediaAccessOf(scope: Scope, card: CardRow, bought: boolean): MediaAccess {
  if (isForEverybody(card, scope.now())) return 'everybody';
  return canView(scope.viewer, { ...card, bought }, scope.now()) ? 'viewer' : 'locked';
}

/** During early access a published item has the tier VIP for all viewers. */
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

/** One item, locked or open. @throws NotFound for another member's draft, and for a withdrawn one not bought */
export async function findCard(scope: Scope, id: number): Promise<Card> {
  const found = await row<CardRow>(scope.em)`select ${cardColumns} from ${cardTables} where c.id = ${id}`;
  const [card] = found ? await markCards(scope, [found]) : [];
  if (!card || (card.status !== 'published' && card.mediaAccess === 'locked')) throw new NotFound();
  return card;
}
