import type { Em } from '../../../db/orm.server.ts';
import { int, row, rows, text } from '../../../db/raw.server.ts';
import { all, type Sql, scanLimit } from '../../core/lists/walk.sql.server.ts';
import { cardColumns, cardShape, cardTables } from './cards.sql.server.ts';

/** How many of the first `scanLimit` items match, counted up to `most`. */
export async function matchesAmong(em: Em, path: Sql[], wanted: Sql[], most: number): Promise<number> {
  const counted = await row(em, { matches: int })`
    select count(*)::int as matches from (
      select from (select c.* from content c where ${all(path)}
        order by c.published_at desc, c.id desc limit ${scanLimit}) c
      where ${all(wanted)} limit ${most}
    ) matching`;
  return counted?.matches ?? 0;
}

export interface RankedPlace {
  /** The rank of a row `c` of `content`. */
  rank: Sql;
  wanted: Sql[];
  /** A condition on `rank`, `moment` and `id`. */
  beyond: Sql;
  way: Sql;
  limit: number;
}

/** All matches, collected and then sorted by rank and moment. */
export const rankedCards = (em: Em, { rank, wanted, beyond, way, limit }: RankedPlace) =>
  rows(em, { ...cardShape, sortValue: text })`
    with matched as materialized (
      select c.id, c.published_at as moment, ${rank} as rank from content c where ${all(wanted)}
    ), page as materialized (
      select * from matched where ${beyond}
      order by rank ${way}, moment ${way}, id ${way} limit ${limit}
    )
    select ${cardColumns}, page.rank || ' ' || page.moment as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.rank ${way}, page.moment ${way}, page.id ${way}`;
