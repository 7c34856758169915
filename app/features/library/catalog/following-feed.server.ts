import { fragment, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { type Card, type CardRow, cardColumns, cardTables, markCards } from './cards.server.ts';

/** The newest items of followed creators; each creator's index supplies at most one page. */
export async function followingFeed(scope: MemberScope, asked: PageAsked): Promise<PageOf<Card>> {
  const by = { at: fragment`published_at`, id: fragment`id` };
  const { beyond, way, limit, cut } = newestFirst(asked, by);
  const fetched = await rows<CardRow & { sortValue: string }>(scope.em)`
    with page as materialized (
      select newest.id, newest.published_at
      from follows f cross join lateral (
        select id, published_at from content
        where creator_id = f.creator_id and status = 'published' and ${beyond}
        order by published_at ${way}, id ${way} limit ${limit}
      ) newest
      where f.follower_id = ${scope.viewer.id}
      order by newest.published_at ${way}, newest.id ${way} limit ${limit}
    )
    select ${cardColumns}, page.published_at::text as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.published_at ${way}, page.id ${way}`;
  const page = cut(fetched, ({ sortValue, id }) => ({ value: sortValue, id }));
  return { ...page, items: await markCards(scope, page.items) };
}
