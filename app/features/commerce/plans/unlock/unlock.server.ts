import type { Scope } from '../../../../scope.ts';
import type { Card } from '../../../library/catalog/cards.server.ts';
import { billingSummary } from '../billing-summary.server.ts';
import { whatOpens } from './opens.sql.server.ts';
import { planOffered, type Unlocking, unlocking } from './unlock.ts';

/** Null when the viewer can already open the item. */
export async function whatUnlocks(scope: Scope, card: Card): Promise<Unlocking | null> {
  if (card.mediaAccess !== 'locked') return null;
  const { viewer } = scope;
  const item = { ...card, priceCents: card.isForSale ? card.priceCents : null };
  const plan = planOffered(item);
  const [holder, opens] = await Promise.all([
    viewer && billingSummary({ ...scope, viewer }),
    whatOpens(scope, { plan, but: card.id }),
  ]);
  return unlocking(item, holder, opens && { ...opens, plan });
}
