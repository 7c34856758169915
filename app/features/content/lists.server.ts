import type { RawBuilder } from 'kysely';
import { fragment, rows } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';
import { type Card, type CardRow, cardColumns, cardTables, markCards } from './cards.server.ts';
import type { Filters, Sort } from './filters.schema.ts';
import { type Cursor, cutPage, type PageOf, readCursor, type SortValue } from './keyset.ts';
import { matching, type Near, nearby, nearSearch } from './search.server.ts';

type Sql = RawBuilder<unknown>;

/** How far a list is walked in its order before the filters' own indexes are asked (postgres.md §2). */
const stride = 3_000;

/** How each sort walks: its column, the index it follows, what its cursor keeps. */
interface Order {
  column: Sql;
  id: Sql;
  kind: SortValue;
  type: Sql;
  descending: boolean;
  /** Counters live in a table of their own, in which the walk begins. */
  walksStats: boolean;
}

const ofContent = { id: fragment`c.id`, walksStats: false };
const ofStats = { id: fragment`s.content_id`, walksStats: true, descending: true };
const orders: Record<Sort, Order> = {
  newest: {
    ...ofContent,
    column: fragment`c.published_at`,
    kind: 'moment',
    type: fragment`timestamptz`,
    descending: true,
  },
  popular: { ...ofStats, column: fragment`s.likes`, kind: 'whole', type: fragment`int` },
  rated: { ...ofStats, column: fragment`s.rating_average`, kind: 'decimal', type: fragment`numeric` },
  price: {
    ...ofContent,
    column: fragment`case when c.is_for_sale then c.price_cents else 2147483647 end`,
    kind: 'whole',
    type: fragment`int`,
    descending: false,
  },
};

export interface ListRequest {
  filters: Filters;
  size: number;
  after?: string | null;
  before?: string | null;
  creatorId?: number;
}

export interface ListOf extends PageOf<Card> {
  /** Set when nothing matched the search as it was written, and these are items with like-sounding words. */
  near: Near | null;
}

type Row = CardRow & { sortValue: string };

/** A page of published items for whoever asks, with every filter applied (decisions 9). */
export async function listContent(scope: Scope, request: ListRequest): Promise<ListOf> {
  const { filters, size } = request;
  const { kind } = orders[filters.sort];
  const before = readCursor(request.before, kind);
  const cursor = before ?? readCursor(request.after, kind);
  const direction = before ? 'before' : 'after';
  const fetch = (search: Sql | null) => fetchPage(scope, request, { cursor, direction, search });

  let near: Near | null = null;
  let fetched = await fetch(filters.search ? matching(filters.search) : null);
  if (fetched.length === 0 && filters.search) {
    near = await nearSearch(scope.em, filters.search);
    if (near) fetched = await fetch(nearby(near));
    if (fetched.length === 0) near = null;
  }
  const page = cutPage(fetched, {
    size,
    direction,
    isFirst: cursor === null,
    cursorOf: (card) => ({ value: card.sortValue, id: card.id }),
  });
  return { ...page, items: await markCards(scope, page.items), near };
}

interface Walk {
  cursor: Cursor | null;
  direction: 'after' | 'before';
  search: Sql | null;
}

/**
 * One row more than a page. The list is walked in its order for a stride; only when that did not fill the
 * page, the rest is found by the indexes of search and filters and then sorted. One statement alone would
 * make the planner guess which of the two is cheaper, and a filter that nothing matches then reads it all.
 */
async function fetchPage({ em }: Scope, request: ListRequest, { cursor, direction, search }: Walk) {
  const { column, id, type, descending, walksStats } = orders[request.filters.sort];
  const goesDown = descending === (direction === 'after');
  const way = goesDown ? fragment`desc` : fragment`asc`;
  const inOrder = fragment`order by ${column} ${way}, ${id} ${way}`;
  const beyond = (from: Cursor) =>
    fragment`(${column}, ${id}) ${goesDown ? fragment`<` : fragment`>`} (${from.value}::${type}, ${from.id}::int)`;
  const base = baseOf(request);
  const filters = conditionsOf(request, search);
  const wanted = all([...base, ...filters]);

  const path = fragment`${walksStats ? fragment`content_stats s` : fragment`content c`}
    where ${all([...(walksStats ? [] : base), ...(cursor ? [beyond(cursor)] : [])])} ${inOrder}`;
  const steps = walksStats
    ? fragment`select item.*, step.sort, step.place
        from (select ${id} as place, ${column} as sort from ${path} limit ${stride}) step
        cross join lateral (select * from content where id = step.place offset 0) item`
    : fragment`select c.*, ${column} as sort, ${id} as place from ${path} limit ${stride}`;
  const page = (source: Sql, limit: number) => rows<Row>(em)`
    with found as ${source}, page as materialized (
      select * from found order by sort ${way}, place ${way} limit ${limit}
    )
    select ${cardColumns}, page.sort::text as "sortValue"
    from page join (${cardTables}) on c.id = page.place
    order by page.sort ${way}, page.place ${way}`;

  const limit = request.size + 1;
  const walked = await page(
    fragment`not materialized (select c.sort, c.place from (${steps}) c where ${wanted})`,
    limit,
  );
  const isPlain = filters.length === 0 && !walksStats;
  if (walked.length === limit || isPlain) return walked;
  const [end] = await rows<Cursor>(em)`
    select ${column}::text as value, ${id} as id from ${path} offset ${stride - 1} limit 1`;
  if (!end) return walked;
  const stats = walksStats
    ? fragment`cross join lateral (select * from content_stats where content_id = c.id offset 0) s`
    : fragment``;
  const rest = await page(
    fragment`materialized (
      select ${column} as sort, ${id} as place from content c ${stats} where ${wanted} and ${beyond(end)}
    )`,
    limit - walked.length,
  );
  return [...walked, ...rest];
}

const all = (conditions: Sql[]) =>
  conditions.length === 0 ? fragment`true` : fragment.join(conditions, fragment` and `);

/** What the index of a walk itself answers. */
const baseOf = ({ creatorId }: ListRequest): Sql[] => [
  fragment`c.status = 'published'`,
  ...(creatorId === undefined ? [] : [fragment`c.creator_id = ${creatorId}`]),
];

function conditionsOf({ filters }: ListRequest, search: Sql | null): Sql[] {
  const where: Sql[] = [];
  if (filters.tier) where.push(fragment`c.tier = ${filters.tier}`);
  if (filters.category) where.push(fragment`c.category = ${filters.category}`);
  if (filters.techniqueType) where.push(fragment`c.technique_type = ${filters.techniqueType}`);
  if (filters.difficultyLevel) where.push(fragment`c.difficulty_level = ${filters.difficultyLevel}`);
  if (filters.contentType) where.push(fragment`c.content_type = ${filters.contentType}`);
  if (search) where.push(fragment`c.search @@ ${search}`);
  return where;
}
