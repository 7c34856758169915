import type { Scope } from '../../scope.ts';
import { cardItem } from './card-item.server.ts';
import { filtersOf } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

/** 12 cards a page (decisions 9). */
export const pageSize = 12;

/** The newest items for whoever asks, as a page shows them; `view` and cursors come from the address. */
export async function feedPage(scope: Scope, url: URL) {
  const page = await listContent(scope, {
    filters: filtersOf(new URLSearchParams()),
    size: pageSize,
    after: url.searchParams.get('after'),
    before: url.searchParams.get('before'),
  });
  const href = (name: 'after' | 'before', cursor: string | null) => {
    if (!cursor) return null;
    const query = new URLSearchParams(url.search);
    query.delete('after');
    query.delete('before');
    query.set(name, cursor);
    return `${url.pathname}?${query}`;
  };
  return {
    items: page.items.map((card) => cardItem(scope, card)),
    older: href('after', page.after),
    newer: href('before', page.before),
    path: `${url.pathname}${url.search}`,
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
  };
}
export type FeedPage = Awaited<ReturnType<typeof feedPage>>;
