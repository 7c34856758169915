import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Scope } from '../../../scope.ts';
import { pageLinks } from '../../core/lists/keyset.ts';
import { cardItem } from './card-item.server.ts';
import { offeredCategories } from './categories.sql.server.ts';
import { type ListRequest, listContent } from './lists.server.ts';

export const pageSize = 12;

/** The categories that have something published. */
export const categoriesOf = (scope: Scope) =>
  recentOfAll(scope, 'categories', () => offeredCategories(scope.em));

/** The page of a list for an address. A cursor past the end, whose items were deleted, shows the first page. */
export async function listPage(
  scope: Scope,
  url: URL,
  list: Pick<ListRequest, 'filters' | 'creatorId' | 'isCounted'>,
) {
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
    otherNames: page.otherNames,
    hasNoWord: page.hasNoWord,
    total: page.total,
    path: `${url.pathname}${url.search}`,
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
  };
}
