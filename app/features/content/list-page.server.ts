import type { Scope } from '../../scope.ts';
import { pageLinks } from '../lists/keyset.ts';
import { cardItem } from './card-item.server.ts';
import type { Filters } from './filters.schema.ts';
import { listContent } from './lists.server.ts';

/** 12 cards a page (decisions 9). */
export const pageSize = 12;

/**
 * The page of a list that an address asks for, as screens show it. A cursor that leads past the end (its
 * items were deleted meanwhile) shows the first page rather than an empty one.
 */
export async function listPage(scope: Scope, url: URL, list: { filters: Filters; creatorId?: number }) {
  const { searchParams } = url;
  const asked = { after: searchParams.get('after'), before: searchParams.get('before') };
  let page = await listContent(scope, { ...list, ...asked, size: pageSize });
  if (page.items.length === 0 && (asked.after || asked.before)) {
    page = await listContent(scope, { ...list, size: pageSize });
  }
  return {
    items: page.items.map((card) => cardItem(scope, card)),
    ...pageLinks(url, page),
    near: page.near?.words ?? null,
    hasNoWord: page.hasNoWord,
    path: `${url.pathname}${url.search}`,
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
  };
}
