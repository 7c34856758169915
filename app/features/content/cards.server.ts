import type { RawBuilder } from 'kysely';
import type { Em } from '../../db/orm.server.ts';
import { fragment, row, rows } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';
import { canView } from './can-view.ts';
import type { Filters, Sort } from './filters.schema.ts';
import { type Cursor, cutPage, type PageOf, readCursor } from './keyset.ts';
import type { MediaRow, Openness } from './pictures.server.ts';
import { matchesOf } from './search.server.ts';
import type { Category, ContentType, DifficultyLevel, SuggestedBelt, TechniqueType, Tier } from './words.ts';

/** One row of a list, with what the viewer may and did; edges turn it into a card or into JSON. */
export interface CardRow {
  id: number;
  creatorId: number;
  creatorUsername: string;
  creatorFirstName: string;
  creatorLastName: string;
  title: string;
  description: string | null;
  tags: string[];
  tier: Tier;
  category: Category;
  techniqueType: TechniqueType | null;
  difficultyLevel: DifficultyLevel;
  beltLevelRequired: SuggestedBelt;
  contentType: ContentType;
  isForSale: boolean;
  priceCents: number | null;
  status: 'draft' | 'published' | 'withdrawn';
  createdAt: string;
  publishedAt: string | null;
  views: number;
  likes: number;
  sales: number;
  ratingAverage: string;
  ratingCount: number;
  media: (MediaRow & { id: number }) | null;
}

export interface Card extends CardRow {
  openness: Openness;
  liked: boolean;
  bought: boolean;
}

export const cardColumns = fragment`c.id, c.creator_id as "creatorId", u.username::text as "creatorUsername",
  u.first_name as "creatorFirstName", u.last_name as "creatorLastName", c.title, c.description, c.tags, c.tier,
  c.category, c.technique_type as "techniqueType", c.difficulty_level as "difficultyLevel",
  c.belt_level_required as "beltLevelRequired", c.content_type as "contentType",
  c.is_for_sale as "isForSale", c.price_cents as "priceCents", c.status,
  c.created_at as "createdAt", c.published_at as "publishedAt", s.views, s.likes, s.sales,
  s.rating_average as "ratingAverage", s.rating_count as "ratingCount", m.media`;

export const cardTables = fragment`content c
  join users u on u.id = c.creator_id
  join content_stats s on s.content_id = c.id
  left join lateral (
    select jsonb_build_object('id', id, 'key', key, 'kind', kind, 'mime', mime, 'width', width,
      'height', height, 'color', color, 'widths', widths) as media
    from media where content_id = c.id and status = 'ready' order by position, id limit 1
  ) m on true`;

/** How each sort walks: its column, its direction, and the value that the cursor keeps. */
const orders: Record<Sort, { column: RawBuilder<unknown>; type: RawBuilder<unknown>; descending: boolean }> =
  {
    newest: { column: fragment`c.published_at`, type: fragment`timestamptz`, descending: true },
    popular: { column: fragment`s.likes`, type: fragment`int`, descending: true },
    rated: { column: fragment`s.rating_average`, type: fragment`numeric`, descending: true },
    price: { column: fragment`c.price_cents`, type: fragment`int`, descending: false },
  };

export interface ListRequest {
  filters: Filters;
  size: number;
  after?: string | null;
  before?: string | null;
  creatorId?: number;
}

/** A page of published items for whoever asks, filters applied (decisions 9); one statement, one more for marks. */
export async function listContent(
  scope: Scope,
  request: ListRequest,
): Promise<PageOf<Card> & { isGuess: boolean }> {
  const { filters, size } = request;
  const before = readCursor(request.before);
  const after = before ? null : readCursor(request.after);
  const direction = before ? 'before' : 'after';
  const order = orders[filters.sort];
  const cursor = before ?? after;
  const where = [...conditionsOf(request), ...(cursor ? [beyond(cursor, filters.sort, direction)] : [])];
  const matches = await matchesOf(
    scope.em,
    filters.search,
    where,
    filters.sort === 'newest' ? size + 1 : null,
  );
  if (matches.ids) where.push(fragment`c.id = any(${matches.ids}::int[])`);

  const goesDown = order.descending === (direction === 'after');
  const way = goesDown ? fragment`desc` : fragment`asc`;
  const fetched = await rows<CardRow & { sortValue: string }>(scope.em)`
    select ${cardColumns}, ${order.column}::text as "sortValue"
    from ${cardTables}
    where ${fragment.join(where, fragment` and `)}
    order by ${order.column} ${way}, ${idOf(filters.sort)} ${way}
    limit ${size + 1}`;
  const cut = cutPage(fetched, {
    size,
    direction,
    isFirst: cursor === null,
    cursorOf: (card) => ({ value: card.sortValue, id: card.id }),
  });
  return { ...cut, items: await markCards(scope, cut.items), isGuess: matches.isGuess };
}

/** The id that stands beside the sort column in its index. */
const idOf = (sort: Sort) =>
  sort === 'popular' || sort === 'rated' ? fragment`s.content_id` : fragment`c.id`;

function conditionsOf({ filters, creatorId }: ListRequest): RawBuilder<unknown>[] {
  const where = [fragment`c.status = 'published'`];
  if (creatorId !== undefined) where.push(fragment`c.creator_id = ${creatorId}`);
  if (filters.tier) where.push(fragment`c.tier = ${filters.tier}`);
  if (filters.category) where.push(fragment`c.category = ${filters.category}`);
  if (filters.techniqueType) where.push(fragment`c.technique_type = ${filters.techniqueType}`);
  if (filters.difficultyLevel) where.push(fragment`c.difficulty_level = ${filters.difficultyLevel}`);
  if (filters.contentType) where.push(fragment`c.content_type = ${filters.contentType}`);
  if (filters.sort === 'price') where.push(fragment`c.is_for_sale`);
  return where;
}

function beyond(cursor: Cursor, sort: Sort, direction: 'after' | 'before') {
  const { column, type, descending } = orders[sort];
  const smaller = descending === (direction === 'after');
  const sign = smaller ? fragment`<` : fragment`>`;
  return fragment`(${column}, ${idOf(sort)}) ${sign} (${cursor.value}::${type}, ${cursor.id}::int)`;
}

/** Lays what this viewer liked, bought and may open over plain rows: one statement for all of them. */
export async function markCards<Row extends CardRow>(scope: Scope, cards: Row[]): Promise<(Row & Card)[]> {
  const marks = await marksOf(
    scope.em,
    scope.viewer?.id ?? null,
    cards.map((card) => card.id),
  );
  return cards.map((card) => {
    const bought = marks.bought.has(card.id);
    return { ...card, bought, liked: marks.liked.has(card.id), openness: opennessOf(scope, card, bought) };
  });
}

/** Who may open the item's media; the access rule itself is `canView`. */
export function opennessOf(scope: Scope, card: CardRow, bought: boolean): Openness {
  if (card.status === 'published' && card.tier === 'free') return 'everybody';
  return canView(scope.viewer, { ...card, bought }) ? 'viewer' : 'locked';
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

/** One item as a marked card row, whatever its status; null when there is none. */
export async function findCard(scope: Scope, id: number): Promise<Card | null> {
  const found = await row<CardRow>(scope.em)`select ${cardColumns} from ${cardTables} where c.id = ${id}`;
  return found ? ((await markCards(scope, [found]))[0] ?? null) : null;
}
