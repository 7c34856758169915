import type { Em } from '../../../db/orm.server.ts';
import { fragment } from '../../../db/sql.server.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { nameHolds, type Order, type Sql, walkPage } from '../../core/lists/walk.server.ts';
import { type CardRow, cardColumns, cardTables } from '../catalog/cards.server.ts';
import type { OwnFilters, OwnSort, OwnState } from './own-list.schema.ts';

/** An own item; `publishAt` is set for a scheduled draft. */
export interface OwnRow extends CardRow {
  publishAt: string | null;
  downloads: number;
}

const counters = { table: 'content_stats', alias: 's', key: 'content_id' };
const orders: Record<OwnSort, Order> = {
  newest: { column: fragment`c.created_at`, kind: 'moment' },
  views: { column: fragment`s.views`, kind: 'whole', counters },
  likes: { column: fragment`s.likes`, kind: 'whole', counters },
  sales: { column: fragment`s.sales`, kind: 'whole', counters },
  rated: { column: fragment`s.rating_average`, kind: 'decimal', counters },
  price: { column: fragment`coalesce(c.price_cents, 0)`, kind: 'whole' },
};

const states: Record<OwnState | 'kept', Sql[]> = {
  all: [],
  kept: [fragment`c.status <> 'withdrawn'`],
  published: [fragment`c.status = 'published'`],
  draft: [fragment`c.status = 'draft'`, fragment`c.publish_at is null`],
  scheduled: [fragment`c.status = 'draft'`, fragment`c.publish_at is not null`],
  withdrawn: [fragment`c.status = 'withdrawn'`],
};

interface OwnRequest extends PageAsked {
  filters: Omit<OwnFilters, 'state'> & { state: keyof typeof states };
}

/** A page of the member's items that are not deleted; the search covers titles and tags. */
export function listOwn(
  { em, viewer }: { em: Em; viewer: { id: number } },
  { filters, ...request }: OwnRequest,
): Promise<PageOf<OwnRow>> {
  const order = orders[filters.sort];
  const isOwn = fragment`c.creator_id = ${viewer.id}`;
  const more = [...states[filters.state], ...(filters.search ? [nameHolds('c', filters.search)] : [])];
  const list = {
    ...({ table: 'content', alias: 'c' } as const),
    order,
    path: [order.counters ? fragment`s.creator_id = ${viewer.id}` : isOwn],
    wanted: [isOwn, ...more],
    isPlain: more.length === 0,
    columns: fragment`${cardColumns}, c.publish_at as "publishAt", s.downloads`,
    tables: cardTables,
  };
  return walkPage<OwnRow>(em, list, request);
}
