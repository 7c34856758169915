import type { Em } from '../../../db/orm.server.ts';
import { rows, text } from '../../../db/raw.server.ts';
import type { ListSlice } from '../../core/lists/newest-first.server.ts';
import { cardColumns, cardShape, cardTables } from '../../library/catalog/cards.sql.server.ts';

/** The published items of the creators whom a member follows; each creator's index supplies at most one page. */
export const followedItems = (em: Em, memberId: number, { afterCursor, sqlDirection, limit }: ListSlice) =>
  rows(em, { ...cardShape, sortValue: text })`
    with page as materialized (
      select newest.id, newest.published_at
      from follows f cross join lateral (
        select id, published_at from content
        where creator_id = f.creator_id and status = 'published' and ${afterCursor}
        order by published_at ${sqlDirection}, id ${sqlDirection} limit ${limit}
      ) newest
      where f.follower_id = ${memberId}
      order by newest.published_at ${sqlDirection}, newest.id ${sqlDirection} limit ${limit}
    )
    select ${cardColumns}, page.published_at::text as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.published_at ${sqlDirection}, page.id ${sqlDirection}`;
