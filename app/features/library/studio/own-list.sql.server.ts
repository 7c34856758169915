import type { Em } from '../../../db/orm.server.ts';
import { int, moment, nullable, type RowOf, sql } from '../../../db/raw.server.ts';
import { type OwnItemState, ownItemStates } from '../../../domain/content-terms.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { nameContains, type Order, readListPage } from '../../core/lists/read-list.sql.server.ts';
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

const states: Record<OwnState | 'kept', readonly OwnItemState[]> = {
  all: ownItemStates,
  kept: ownItemStates.filter((state) => state !== 'withdrawn'),
  published: ['published'],
  draft: ['draft'],
  scheduled: ['scheduled'],
  withdrawn: ['withdrawn'],
};

/** The status is for the index that a search uses, the state for those of the sort orders. */
const isInState = (state: OwnItemState) =>
  sql`c.status = ${state === 'scheduled' ? 'draft' : state} and own_state(c.status, c.publish_at) = ${state}`;

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
  const shown = states[filters.state];
  const isShown = shown === ownItemStates ? [] : [sql`(${sql.join(shown.map(isInState), sql` or `)})`];
  const found = filters.search ? [nameContains('c', filters.search)] : [];
  const list = {
    ...({ table: 'content', alias: 'c' } as const),
    order,
    indexConditions: [order.counters ? sql`s.creator_id = ${viewer.id}` : isOwn],
    ranges: shown.map((state) =>
      order.counters ? sql`s.state = ${state}` : sql`own_state(c.status, c.publish_at) = ${state}`,
    ),
    conditions: [isOwn, ...isShown, ...found],
    isIndexed: found.length === 0,
    shape: ownShape,
    columns: sql`${cardColumns}, c.publish_at as "publishAt", s.downloads`,
    tables: cardTables,
  };
  return readListPage(em, list, request);
}
