import { sql } from '../../../db/kysely.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Scope } from '../../../scope.ts';
import { cutPage, type PageOf, type PageRequest, readCursor } from '../../core/lists/keyset.ts';
import {
  type List,
  type Order,
  type RowsRequest,
  readList,
  type Sql,
} from '../../core/lists/read-list.sql.server.ts';
import { opensWith } from '../items/early.server.ts';
import { bestMatches } from './best-match.server.ts';
import { countedMatches } from './best-match.sql.server.ts';
import { type Card, markCards } from './cards.server.ts';
import { type CardRow, cardColumns, cardShape, cardTables } from './cards.sql.server.ts';
import type { Filters, Sort } from './filters.schema.ts';
import { eitherMatch, matchingNames, namedSearch, type OtherName } from './named-search.server.ts';
import { holdsNoWord, type Match, matching, type Near, nearby, nearSearch, spelt } from './search.server.ts';

const counters = { table: 'content_stats', alias: 's', key: 'content_id' };
const orders: Record<Exclude<Sort, 'best'>, Order> = {
  newest: { column: sql`c.published_at`, kind: 'moment' },
  popular: { column: sql`s.likes`, kind: 'whole', counters },
  rated: { column: sql`s.rating_average`, kind: 'decimal', counters },
  price: {
    column: sql`case when c.is_for_sale then c.price_cents else 2147483647 end`,
    kind: 'whole',
    isAscending: true,
  },
};

export interface ListRequest extends PageRequest {
  filters: Filters;
  creatorId?: number;
  isCounted?: boolean;
}

/** A number of results that costs no walk through all of them (ADR-005); `isMore` when there may be more. */
export interface Total {
  count: number;
  isMore: boolean;
}

const mostCounted = 100;

export interface ListOf<Row = Card> extends PageOf<Row> {
  /** Set when the search itself matched nothing, and the items have similar words. */
  near: Near | null;
  /** Other names of what the search names on the map; they were searched too (ADR-070). */
  otherNames: OtherName[];
  /** Nothing was found, because the search holds only stop words. */
  hasNoWord: boolean;
  /** Null unless it was asked for. */
  total: Total | null;
}

/** A page of cards with the viewer's marks. First pages are read once for all viewers. */
export async function listContent(scope: Scope, request: ListRequest): Promise<ListOf> {
  const { after, before, ...asked } = request;
  const read = () => readRows(scope, request);
  // All of the request is in the key, so that another filter cannot be missing in it.
  const key = `list ${JSON.stringify(asked)}`;
  const { items, ...page } = after || before ? await read() : await recentOfAll(scope, key, read);
  return { ...page, items: await markCards(scope, items) };
}

/** What is the same for all viewers. */
async function readRows(scope: Scope, request: ListRequest): Promise<ListOf<CardRow>> {
  const { filters, size } = request;
  const isRanked = filters.sort === 'best' && filters.search !== '';
  const kind = isRanked ? 'match' : orderOf(filters).kind;
  const before = readCursor(request.before, kind);
  const cursor = before ?? readCursor(request.after, kind);
  const rowsRequest: RowsRequest = { cursor, direction: before ? 'before' : 'after', limit: size + 1 };
  const fetch = async (match: Match | null) =>
    match && isRanked
      ? bestMatches(scope.em, listOf(scope, request, []), match, rowsRequest)
      : {
          cards: await readList(scope.em, listOf(scope, request, match ? [match.anywhere] : []), rowsRequest),
          few: null,
        };

  let near: Near | null = null;
  let hasNoWord = false;
  const { search } = filters;
  let named = search ? await namedSearch(scope.em, search) : null;
  let match = named ? matchingNames(named, search) : search ? matching(search) : null;
  let { cards: fetched, few } = await fetch(match);
  if (fetched.length === 0 && search) {
    hasNoWord = !named && (await holdsNoWord(scope.em, search));
    const second = hasNoWord
      ? { match: spelt(search), near: null, named: null }
      : await corrected(scope, search);
    if (second?.match) {
      ({ match, near, named } = second);
      ({ cards: fetched, few } = await fetch(match));
    }
    if (fetched.length === 0) [near, named] = [null, null];
    else hasNoWord = false;
  }
  const page = cutPage(fetched, {
    size,
    direction: rowsRequest.direction,
    isFirst: cursor === null,
    cursorOf: (card) => ({ value: card.sortValue, id: card.id }),
  });
  const isWhole = cursor === null && fetched.length <= size;
  // The newest items were counted already where few of them match.
  const counted = few === null ? null : { count: Math.max(few, page.items.length), isMore: true };
  const total = isWhole ? { count: fetched.length, isMore: false } : counted;
  return {
    ...page,
    near,
    otherNames: named?.otherNames ?? [],
    hasNoWord,
    total: request.isCounted ? (total ?? (await totalOf(scope, request, match, page.items.length))) : null,
  };
}

/** A search whose words are corrected, with the names that are then in it. */
async function corrected({ em }: Scope, search: string) {
  const near = await nearSearch(em, search);
  if (!near) return null;
  const named = await namedSearch(em, near.words.join(' '));
  const match = named ? eitherMatch(nearby(near), matchingNames(named, null)) : nearby(near);
  return { match, near, named };
}

async function totalOf(
  scope: Scope,
  request: ListRequest,
  match: Match | null,
  shown: number,
): Promise<Total> {
  const newest = { ...request, filters: { ...request.filters, sort: 'newest' as const } };
  const { indexConditions, conditions } = listOf(scope, newest, match ? [match.anywhere] : []);
  const { count, isMore } = await countedMatches(scope.em, indexConditions, conditions, mostCounted);
  return { count: Math.max(count, shown), isMore };
}

const orderOf = ({ sort }: Filters) => orders[sort === 'best' ? 'newest' : sort];

function listOf({ now }: Scope, { filters, creatorId }: ListRequest, found: Sql[]): List<typeof cardShape> {
  const order = orderOf(filters);
  const isOfCreator = creatorId === undefined ? [] : [sql`c.creator_id = ${creatorId}`];
  const base = [sql`c.status = 'published'`, ...isOfCreator];
  const more = [...conditionsOf(filters, now()), ...found];
  return {
    table: 'content',
    alias: 'c',
    order,
    indexConditions: order.counters ? countedOf(creatorId) : base,
    conditions: [...base, ...more],
    isIndexed: more.length === 0 && (!order.counters || creatorId !== undefined),
    shape: cardShape,
    columns: cardColumns,
    tables: cardTables,
  };
}

const countedOf = (creatorId: number | undefined) =>
  creatorId === undefined ? [] : [sql`s.creator_id = ${creatorId}`, sql`s.state = 'published'`];

function conditionsOf(filters: Filters, now: Date): Sql[] {
  const where: Sql[] = [];
  if (filters.tier) where.push(opensWith(filters.tier, now));
  if (filters.category) where.push(sql`c.category = ${filters.category}`);
  if (filters.techniqueType) where.push(sql`c.technique_type = ${filters.techniqueType}`);
  if (filters.difficultyLevel) where.push(sql`c.difficulty_level = ${filters.difficultyLevel}`);
  if (filters.contentType) where.push(sql`c.content_type = ${filters.contentType}`);
  return where;
}
