import { fragment, rows } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { type Card, type CardRow, cardColumns, cardTables, markCards } from '../content/cards.server.ts';
import type { PageAsked, PageOf } from '../lists/keyset.ts';
import { newestFirst } from '../lists/newest-first.server.ts';

/**
 * The home feed's 'following' view: the newest items of the creators a member follows. Each creator gives no
 * more than a page, straight from their index, so that it costs the same with a million items.
 */
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
