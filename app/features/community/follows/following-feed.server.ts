import { sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { followedItems } from './following-feed.sql.server.ts';

export async function followingFeed(scope: MemberScope, asked: PageAsked): Promise<PageOf<Card>> {
  const { cut, ...place } = newestFirst(asked, { at: sql`published_at`, id: sql`id` });
  const fetched = await followedItems(scope.em, scope.viewer.id, place);
  const page = cut(fetched, ({ sortValue, id }) => ({ value: sortValue, id }));
  return { ...page, items: await markCards(scope, page.items) };
}
