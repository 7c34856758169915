import type { Em } from '../../../db/orm.server.ts';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { all, type List, type Sql, type Step, scanLimit, walk } from '../../core/lists/walk.server.ts';
import { type CardRow, cardColumns, cardTables } from './cards.server.ts';
import type { Match } from './search.server.ts';

/** A search counts as common when this many of the first `scanLimit` items match. */
const few = 8;

type Found = CardRow & { sortValue: string };

/**
 * The items that match a search, best first (ADR-015): the exact title, all words in the title, in title and tags,
 * anywhere; newest first within each rank. A cursor is rank and moment. Few matches are collected and sorted; for
 * common words each rank is read in feed order, the next one only when it is exhausted.
 */
export async function bestMatches(em: Em, list: List, match: Match, step: Step): Promise<Found[]> {
  const { anywhere, inNames, inTitle, title } = match;
  const isTitle = fragment`plain_text(c.title) = plain_text(${title})`;
  const sized = await row<{ matches: number }>(em)`
    select count(*)::int as matches from (
      select from (select c.* from content c where ${all(list.path)}
        order by c.published_at desc, c.id desc limit ${scanLimit}) c
      where ${all([...list.wanted, anywhere])} limit ${few}
    ) matching`;
  if ((sized?.matches ?? 0) < few) {
    const rank = fragment`case when ${isTitle} then 3 when ${inTitle} then 2 when ${inNames} then 1 else 0 end`;
    return collected(
      em,
      fragment`
      select c.id, c.published_at as moment, ${rank} as rank from content c
      where ${all([...list.wanted, anywhere])}`,
      step,
    );
  }
  const not = (condition: Sql) => fragment`${condition} is not true`;
  return walked(em, list, step, [
    { path: [], wanted: [anywhere, not(inNames), not(isTitle)] },
    { path: [], wanted: [anywhere, inNames, not(inTitle), not(isTitle)] },
    { path: [], wanted: [anywhere, inTitle, not(isTitle)] },
    { path: [isTitle], wanted: [anywhere] },
  ]);
}

async function collected(em: Em, matches: Sql, { cursor, direction, limit }: Step): Promise<Found[]> {
  const [sign, way] = direction === 'after' ? [fragment`<`, fragment`desc`] : [fragment`>`, fragment`asc`];
  const [rank, moment] = split(cursor?.value);
  const beyond = cursor
    ? fragment`(rank, moment, id) ${sign} (${rank}::int, ${moment}::timestamptz, ${cursor.id}::int)`
    : fragment`true`;
  return rows<Found>(em)`
    with matched as materialized (${matches}), page as materialized (
      select * from matched where ${beyond}
      order by rank ${way}, moment ${way}, id ${way} limit ${limit}
    )
    select ${cardColumns}, page.rank || ' ' || page.moment as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.rank ${way}, page.moment ${way}, page.id ${way}`;
}

/** @param ranks the best last */
async function walked(em: Em, list: List, step: Step, ranks: Pick<List, 'path' | 'wanted'>[]) {
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
    const more = await walk<CardRow>(
      em,
      { ...list, path, wanted, isPlain: false },
      { ...step, cursor, limit },
    );
    found.push(...more.map((each) => ({ ...each, sortValue: `${place} ${each.sortValue}` })));
  }
  return found;
}

/** Splits a cursor's value (lists/keyset.ts): the rank, a space, the moment. */
const split = (value = '') => [value.slice(0, 1), value.slice(2)];
