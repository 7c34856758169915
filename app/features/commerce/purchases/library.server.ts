import { fragment, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import {
  type Card,
  type CardRow,
  cardColumns,
  cardTables,
  markCards,
} from '../../library/catalog/cards.server.ts';

/** Newest first, including items that were taken down (ADR-012). Requests appear when they are delivered. */
export async function myPurchases(scope: MemberScope, asked: PageAsked): Promise<PageOf<Card>> {
  const by = { at: fragment`p.paid_at`, id: fragment`p.id` };
  const { beyond, way, limit, cut } = newestFirst(asked, by);
  const fetched = await rows<CardRow & { paidAt: string; purchaseId: number }>(scope.em)`
    select ${cardColumns}, p.paid_at::text as "paidAt", p.id as "purchaseId"
    from purchases p join (${cardTables}) on c.id = p.content_id
    where p.user_id = ${scope.viewer.id} and p.status = 'paid' and c.status <> 'draft' and ${beyond}
    order by p.paid_at ${way}, p.id ${way} limit ${limit}`;
  const page = cut(fetched, ({ paidAt, purchaseId }) => ({ value: paidAt, id: purchaseId }));
  return { ...page, items: await markCards(scope, page.items) };
}
