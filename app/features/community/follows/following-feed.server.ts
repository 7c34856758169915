import { sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { followedItems } from './following-feed.sql.server.ts';

export async function followingFeed(scope: MemberScope, asked: PageRequest): Promise<PageOf<Card>> {
  const { cut, ...slice } = newestFirst(asked, { at: sql`published_at`, id: sql`id` });
  const fetched = await followedItems(scope.em, scope.viewer.id, slice);
  const page = cut(fetched, ({ sortValue, id }) => ({ value: sortValue, id }));
  return { ...page, items: await markCards(scope, page.items) };
}
