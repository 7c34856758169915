import type { Em } from '../../../db/orm.server.ts';
import { bool, int, row, rows, sql, text } from '../../../db/raw.server.ts';
import { allOf, type Sql, scanLimit } from '../../core/lists/read-list.sql.server.ts';
import { cardColumns, cardShape, cardTables } from './cards.sql.server.ts';

/** How many of the first `scanLimit` items match, counted up to `most`. */
export async function matchesAmong(
  em: Em,
  indexConditions: Sql[],
  conditions: Sql[],
  most: number,
): Promise<number> {
  const counted = await row(em, { matches: int })`
    select count(*)::int as matches from (
      select from (select c.* from content c where ${allOf(indexConditions)}
        order by c.published_at desc, c.id desc limit ${scanLimit}) c
      where ${allOf(conditions)} limit ${most}
    ) matching`;
  return counted?.matches ?? 0;
}

/** How many items match, counted up to `most` among the newest `scanLimit`; `isMore` says that there may be more. */
export async function countedMatches(em: Em, indexConditions: Sql[], conditions: Sql[], most: number) {
  const base = sql`from content c where ${allOf(indexConditions)} order by c.published_at desc, c.id desc`;
  const counted = await row(em, { matches: int, isMore: bool })`
    select least(count(*), ${most})::int as matches,
      case when count(*) > ${most} then true else exists (select ${base} offset ${scanLimit}) end as "isMore"
    from (select from (select c.* ${base} limit ${scanLimit}) c
      where ${allOf(conditions)} limit ${most + 1}) matching`;
  return { count: counted?.matches ?? 0, isMore: counted?.isMore ?? false };
}

export interface RankedSlice {
  /** The rank of a row `c` of `content`. */
  rank: Sql;
  conditions: Sql[];
  /** A condition on `rank`, `moment` and `id`. */
  afterCursor: Sql;
  sortDirection: Sql;
  limit: number;
}

/** All matches, collected and then sorted by rank and moment. */
export const rankedCards = (em: Em, { rank, conditions, afterCursor, sortDirection, limit }: RankedSlice) =>
  rows(em, { ...cardShape, sortValue: text })`
    with matched as materialized (
      select c.id, c.published_at as moment, ${rank} as rank from content c where ${allOf(conditions)}
    ), page as materialized (
      select * from matched where ${afterCursor}
      order by rank ${sortDirection}, moment ${sortDirection}, id ${sortDirection} limit ${limit}
    )
    select ${cardColumns}, page.rank || ' ' || page.moment as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.rank ${sortDirection}, page.moment ${sortDirection}, page.id ${sortDirection}`;
