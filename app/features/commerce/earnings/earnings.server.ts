import type { NotNull } from 'kysely';
import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { cutForwardPage } from '../../core/lists/keyset.ts';
import { newestFirst } from '../../core/lists/newest-first.server.ts';
import { creatorShareCents } from '../ledger/share.ts';
import { type Balance, isHeld, readBalance } from './balances.sql.server.ts';

export async function balanceOf(em: Em, creatorId: number): Promise<Balance> {
  const found = await readBalance(em, creatorId);
  return found ?? { earnedCents: 0, frozenCents: 0, paidOutCents: 0, availableCents: 0 };
}

/** The creator's sales, newest first. Sales that were fully refunded appear only in the statement. */
export async function listSales({ em, viewer }: MemberScope, asked: { after?: string | null; size: number }) {
  const by = { at: sql.ref('e.created_at'), id: sql.ref('e.id') };
  const { afterCursor, limit } = newestFirst(asked, by);
  // The ledger comes first, because its index has a creator's entries in the order of time.
  const fetched = await db(em)
    .selectFrom('ledger_entries as e')
    .innerJoin('charges as h', 'h.id', 'e.charge_id')
    .innerJoin('purchases as p', 'p.id', 'h.purchase_id')
    .innerJoin('content as c', 'c.id', 'p.content_id')
    .select(['e.id as entry', 'e.created_at as entryAt', 'c.status as itemStatus'])
    .select(['p.id', 'p.content_id as contentId', 'p.title', 'p.paid_at as soldAt'])
    .select(sql<number>`h.amount_cents - h.refunded_cents - h.lost_cents`.as('amountCents'))
    .select(isHeld.as('isFrozen'))
    .where('e.creator_id', '=', viewer.id)
    .where('e.kind', '=', 'sale')
    .where('p.status', '=', 'paid')
    .where(afterCursor)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    // The table's check gives every paid purchase its time.
    .$narrowType<{ soldAt: NotNull }>()
    .execute();
  const page = cutForwardPage(fetched, asked.size, ({ entry, entryAt }) => ({ value: entryAt, id: entry }));
  const items = page.items.map(({ entry, entryAt, itemStatus, ...sale }) => ({
    ...sale,
    creatorCents: creatorShareCents(sale.amountCents),
    /** The item was deleted, and only its buyers can open it. */
    isGone: itemStatus === 'withdrawn',
  }));
  return { ...page, items };
}
