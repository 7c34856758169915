import { sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { type List, type Sql, type Step, walk } from '../../core/lists/walk.sql.server.ts';
import { matchesAmong, type RankedPlace, rankedCards } from './best-match.sql.server.ts';
import type { CardRow, cardShape } from './cards.sql.server.ts';
import type { Match } from './search.server.ts';

/** A search counts as common when this many of the first `scanLimit` items match. */
const few = 8;

type Found = CardRow & { sortValue: string };

/** The items that match a search, best first (ADR-015): the exact title, all words in the title, in title and tags,
 *  anywhere; newest first within each rank. A cursor is rank and moment. Few matches are collected and sorted; for
 *  common words each rank is read in feed order, the next one only when it is exhausted. */
export async function bestMatches(
  em: Em,
  list: List<typeof cardShape>,
  match: Match,
  step: Step,
): Promise<Found[]> {
  const { anywhere, inNames, inTitle, title } = match;
  const isTitle = sql`plain_text(c.title) = plain_text(${title})`;
  const wanted = [...list.wanted, anywhere];
  if ((await matchesAmong(em, list.path, wanted, few)) < few) {
    const rank = sql`case when ${isTitle} then 3 when ${inTitle} then 2 when ${inNames} then 1 else 0 end`;
    return rankedCards(em, { rank, wanted, ...placeOf(step) });
  }
  const not = (condition: Sql) => sql`${condition} is not true`;
  return walked(em, list, step, [
    { path: [], wanted: [anywhere, not(inNames), not(isTitle)] },
    { path: [], wanted: [anywhere, inNames, not(inTitle), not(isTitle)] },
    { path: [], wanted: [anywhere, inTitle, not(isTitle)] },
    { path: [isTitle], wanted: [anywhere] },
  ]);
}

function placeOf({ cursor, direction, limit }: Step): Pick<RankedPlace, 'beyond' | 'way' | 'limit'> {
  const [sign, way] = direction === 'after' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const [rank, moment] = split(cursor?.value);
  const beyond = cursor
    ? sql`(rank, moment, id) ${sign} (${rank}::int, ${moment}::timestamptz, ${cursor.id}::int)`
    : sql`true`;
  return { beyond, way, limit };
}

/** @param ranks the best last */
async function walked(
  em: Em,
  list: List<typeof cardShape>,
  step: Step,
  ranks: Pick<List<typeof cardShape>, 'path' | 'wanted'>[],
) {
  const found: Found[] = [];
  const [begun, moment = ''] = split(step.cursor?.value);
  const places = [...ranks.keys()];
  if (step.direction === 'after') places.reverse();
  for (const place of places.slice(step.cursor ? places.indexOf(Number(begun)) : 0)) {
    const rank = ranks[place];
    const limit = step.limit - found.length;
    if (!rank || limit === 0) break;
    const path = [...list.path, ...rank.path];
    const wanted = [...list.wanted, ...rank.path, ...rank.wanted];
    const cursor = step.cursor && place === Number(begun) ? { ...step.cursor, value: moment } : null;
    const more = await walk(em, { ...list, path, wanted, isPlain: false }, { ...step, cursor, limit });
    found.push(...more.map((each) => ({ ...each, sortValue: `${place} ${each.sortValue}` })));
  }
  return found;
}

/** Splits a cursor's value (lists/keyset.ts): the rank, a space, the moment. */
const split = (value = '') => [value.slice(0, 1), value.slice(2)];
