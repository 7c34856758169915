import type { Em } from '../../../db/orm.server.ts';
import { int, moment, nullable, type RowOf, sql } from '../../../db/raw.server.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { nameContains, type Order, readListPage, type Sql } from '../../core/lists/read-list.sql.server.ts';
import { cardColumns, cardShape, cardTables } from '../catalog/cards.sql.server.ts';
import type { OwnFilters, OwnSort, OwnState } from './own-list.schema.ts';

/** An own item; `publishAt` is set for a scheduled draft. */
const ownShape = { ...cardShape, publishAt: nullable(moment), downloads: int };
export type OwnRow = RowOf<typeof ownShape>;

const counters = { table: 'content_stats', alias: 's', key: 'content_id' };
const orders: Record<OwnSort, Order> = {
  newest: { column: sql`c.created_at`, kind: 'moment' },
  views: { column: sql`s.views`, kind: 'whole', counters },
  likes: { column: sql`s.likes`, kind: 'whole', counters },
  sales: { column: sql`s.sales`, kind: 'whole', counters },
  rated: { column: sql`s.rating_average`, kind: 'decimal', counters },
  price: { column: sql`coalesce(c.price_cents, 0)`, kind: 'whole' },
};

const states: Record<OwnState | 'kept', Sql[]> = {
  all: [],
  kept: [sql`c.status <> 'withdrawn'`],
  published: [sql`c.status = 'published'`],
  draft: [sql`c.status = 'draft'`, sql`c.publish_at is null`],
  scheduled: [sql`c.status = 'draft'`, sql`c.publish_at is not null`],
  withdrawn: [sql`c.status = 'withdrawn'`],
};

interface OwnRequest extends PageRequest {
  filters: Omit<OwnFilters, 'state'> & { state: keyof typeof states };
}

/** A page of the member's items that are not deleted; the search covers titles and tags. */
export function listOwn(
  { em, viewer }: { em: Em; viewer: { id: number } },
  { filters, ...request }: OwnRequest,
): Promise<PageOf<OwnRow>> {
  const order = orders[filters.sort];
  const isOwn = sql`c.creator_id = ${viewer.id}`;
  const more = [...states[filters.state], ...(filters.search ? [nameContains('c', filters.search)] : [])];
  const list = {
    ...({ table: 'content', alias: 'c' } as const),
    order,
    indexConditions: [order.counters ? sql`s.creator_id = ${viewer.id}` : isOwn],
    conditions: [isOwn, ...more],
    isIndexed: more.length === 0,
    shape: ownShape,
    columns: sql`${cardColumns}, c.publish_at as "publishAt", s.downloads`,
    tables: cardTables,
  };
  return readListPage(em, list, request);
}
