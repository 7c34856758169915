import type { Scope } from '../../../scope.ts';
import type { Card } from '../../library/catalog/cards.server.ts';
import { billingSummary } from './billing-summary.server.ts';
import { type Unlocking, unlocking } from './unlock.ts';

/** Null when the viewer can already open the item. */
export async function whatUnlocks(scope: Scope, card: Card): Promise<Unlocking | null> {
  if (card.mediaAccess !== 'locked') return null;
  const { viewer } = scope;
  const holder = viewer && (await billingSummary({ ...scope, viewer }));
  return unlocking({ ...card, priceCents: card.isForSale ? card.priceCents : null }, holder);
}
