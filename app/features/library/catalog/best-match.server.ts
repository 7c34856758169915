import { sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { type List, type RowsRequest, readList, type Sql } from '../../core/lists/read-list.sql.server.ts';
import { matchesAmong, type RankedSlice, rankedCards } from './best-match.sql.server.ts';
import type { CardRow, cardShape } from './cards.sql.server.ts';
import type { Match } from './search.server.ts';

/** A search counts as common when this many of the first `scanLimit` items match. */
const few = 8;

type Found = CardRow & { sortValue: string };

interface BestMatches {
  cards: Found[];
  /** How many of the newest items match, where they are few. */
  few: number | null;
}

/** The items that match a search, best first (ADR-015): the exact title, all words in the title, in title and tags,
 *  anywhere; newest first within each rank. A cursor is rank and moment. Few matches are collected and sorted; for
 *  common words each rank is read in feed order, the next one only when it is exhausted. */
export async function bestMatches(
  em: Em,
  list: List<typeof cardShape>,
  match: Match,
  request: RowsRequest,
): Promise<BestMatches> {
  const { anywhere, inNames, inTitle, title } = match;
  const isTitle = sql`plain_text(c.title) = plain_text(${title})`;
  const conditions = [...list.conditions, anywhere];
  const newest = await matchesAmong(em, list.indexConditions, conditions, few);
  if (newest < few) {
    const rank = sql`case when ${isTitle} then 3 when ${inTitle} then 2 when ${inNames} then 1 else 0 end`;
    return { cards: await rankedCards(em, { rank, conditions, ...sliceOf(request) }), few: newest };
  }
  const not = (condition: Sql) => sql`${condition} is not true`;
  const cards = await readByRank(em, list, request, [
    { indexConditions: [], conditions: [anywhere, not(inNames), not(isTitle)] },
    { indexConditions: [], conditions: [anywhere, inNames, not(inTitle), not(isTitle)] },
    { indexConditions: [], conditions: [anywhere, inTitle, not(isTitle)] },
    { indexConditions: [isTitle], conditions: [anywhere] },
  ]);
  return { cards, few: null };
}

function sliceOf({
  cursor,
  direction,
  limit,
}: RowsRequest): Pick<RankedSlice, 'afterCursor' | 'sortDirection' | 'limit'> {
  const [sign, sortDirection] = direction === 'after' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const [rank, moment] = split(cursor?.value);
  const afterCursor = cursor
    ? sql`(rank, moment, id) ${sign} (${rank}::int, ${moment}::timestamptz, ${cursor.id}::bigint)`
    : sql`true`;
  return { afterCursor, sortDirection, limit };
}

/** @param ranks the best last */
async function readByRank(
  em: Em,
  list: List<typeof cardShape>,
  request: RowsRequest,
  ranks: Pick<List<typeof cardShape>, 'indexConditions' | 'conditions'>[],
) {
  const found: Found[] = [];
  const [begun, moment = ''] = split(request.cursor?.value);
  const places = [...ranks.keys()];
  if (request.direction === 'after') places.reverse();
  for (const place of places.slice(request.cursor ? places.indexOf(Number(begun)) : 0)) {
    const rank = ranks[place];
    const limit = request.limit - found.length;
    if (!rank || limit === 0) break;
    const indexConditions = [...list.indexConditions, ...rank.indexConditions];
    const conditions = [...list.conditions, ...rank.indexConditions, ...rank.conditions];
    const cursor = request.cursor && place === Number(begun) ? { ...request.cursor, value: moment } : null;
    const more = await readList(
      em,
      { ...list, indexConditions, conditions, isIndexed: false },
      { ...request, cursor, limit },
    );
    found.push(...more.map((each) => ({ ...each, sortValue: `${place} ${each.sortValue}` })));
  }
  return found;
}

/** Splits a cursor's value (lists/keyset.ts): the rank, a space, the moment. */
const split = (value = '') => [value.slice(0, 1), value.slice(2)];
