import { sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { type Card, markCards } from '../../library/catalog/cards.server.ts';
import { boughtCards } from './bought-cards.sql.server.ts';

/** Newest first, including items that were taken down (ADR-012). Requests appear when they are delivered. */
export async function myPurchases(scope: MemberScope, asked: PageRequest): Promise<PageOf<Card>> {
  const { cut, ...slice } = newestFirst(asked, { at: sql`p.paid_at`, id: sql`p.id` });
  const fetched = await boughtCards(scope.em, scope.viewer.id, slice);
  const page = cut(fetched, ({ paidAt, purchaseId }) => ({ value: paidAt, id: purchaseId }));
  return { ...page, items: await markCards(scope, page.items) };
}
