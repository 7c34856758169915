import type { RawBuilder } from 'kysely';
import { fragment, rows } from '../../db/sql.server.ts';
import type { MemberScope } from '../../scope.ts';
import { type CardRow, cardColumns, cardTables } from '../content/cards.server.ts';
import { cutPage, type PageOf, readCursor, type SortValue } from '../content/keyset.ts';
import type { OwnFilters, OwnSort, OwnState } from './own-list.schema.ts';

type Sql = RawBuilder<unknown>;

/** An own item in the studio's list; `publishAt` is set while a draft waits for its moment. */
export interface OwnRow extends CardRow {
  publishAt: string | null;
}

const orders: Record<OwnSort, { column: Sql; kind: SortValue; type: Sql }> = {
  newest: { column: fragment`c.created_at`, kind: 'moment', type: fragment`timestamptz` },
  views: { column: fragment`s.views`, kind: 'whole', type: fragment`int` },
  likes: { column: fragment`s.likes`, kind: 'whole', type: fragment`int` },
  sales: { column: fragment`s.sales`, kind: 'whole', type: fragment`int` },
  rated: { column: fragment`s.rating_average`, kind: 'decimal', type: fragment`numeric` },
  price: { column: fragment`coalesce(c.price_cents, 0)`, kind: 'whole', type: fragment`int` },
};

const states: Record<OwnState, Sql> = {
  all: fragment`true`,
  published: fragment`c.status = 'published'`,
  draft: fragment`c.status = 'draft' and c.publish_at is null`,
  scheduled: fragment`c.publish_at is not null`,
  withdrawn: fragment`c.status = 'withdrawn'`,
};

interface OwnRequest {
  filters: OwnFilters;
  size: number;
  after?: string | null;
  before?: string | null;
}

/** A page of all that the member ever made and did not delete for good; a search looks into titles and tags. */
export async function listOwn(
  { em, viewer }: MemberScope,
  { filters, size, ...request }: OwnRequest,
): Promise<PageOf<OwnRow>> {
  const { column, kind, type } = orders[filters.sort];
  const before = readCursor(request.before, kind);
  const cursor = before ?? readCursor(request.after, kind);
  const [sign, way] = before ? [fragment`>`, fragment`asc`] : [fragment`<`, fragment`desc`];
  const beyond = cursor
    ? fragment`(${column}, c.id) ${sign} (${cursor.value}::${type}, ${cursor.id}::int)`
    : fragment`true`;
  const found = filters.search
    ? fragment`position(plain_text(${filters.search}) in c.name_search) > 0`
    : fragment`true`;
  const fetched = await rows<OwnRow & { sortValue: string }>(em)`
    with page as materialized (
      select c.id, ${column} as sort, c.publish_at from content c join content_stats s on s.content_id = c.id
      where c.creator_id = ${viewer.id} and ${states[filters.state]} and ${found} and ${beyond}
      order by ${column} ${way}, c.id ${way} limit ${size + 1}
    )
    select ${cardColumns}, page.publish_at as "publishAt", page.sort::text as "sortValue"
    from page join (${cardTables}) on c.id = page.id
    order by page.sort ${way}, page.id ${way}`;
  return cutPage(fetched, {
    size,
    direction: before ? 'before' : 'after',
    isFirst: cursor === null,
    cursorOf: ({ id, sortValue }) => ({ value: sortValue, id }),
  });
}
