import { fragment, rows } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { type Card, type CardRow, cardColumns, cardTables, markCards } from '../content/cards.server.ts';
import { cutPage, type PageOf, readCursor } from '../lists/keyset.ts';

interface PageRequest {
  size: number;
  after?: string | null;
  before?: string | null;
}

/**
 * The home feed's 'following' view: the newest items of the creators a member follows. Each creator gives no
 * more than a page, straight from their index, so that it costs the same with a million items (postgres.md §1).
 */
export async function followingFeed(
  scope: MemberScope,
  { size, ...request }: PageRequest,
): Promise<PageOf<Card>> {
  const before = readCursor(request.before);
  const cursor = before ?? readCursor(request.after);
  const [sign, way] = before ? [fragment`>`, fragment`asc`] : [fragment`<`, fragment`desc`];
  const beyond = cursor
    ? fragment`and (published_at, id) ${sign} (${cursor.value}::timestamptz, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<CardRow & { sortValue: string }>(scope.em)`
    with page as materialized (
      select newest.id, newest.published_at
      from follows f cross join lateral (
        select id, published_at from content
        where creator_id = f.creator_id and status = 'published' ${beyond}
        order by published_at ${way}, id ${way} limit ${size + 1}
      ) newest
      where f.follower_id = ${scope.viewer.id}
      order by newest.published_at ${way}, newest.id ${way} limit ${size + 1}
    )
    select ${cardColumns}, page.published_at::text as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.published_at ${way}, page.id ${way}`;
  const cut = cutPage(fetched, {
    size,
    direction: before ? 'before' : 'after',
    isFirst: cursor === null,
    cursorOf: (card) => ({ value: card.sortValue, id: card.id }),
  });
  return { ...cut, items: await markCards(scope, cut.items) };
}
