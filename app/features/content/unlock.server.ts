import type { Scope } from '../../scope.ts';
import { billingSummary } from '../plans/billing.server.ts';
import type { Card } from './cards.server.ts';
import { type Unlocking, unlocking } from './unlock.ts';

/** What unlocks an item for whoever asks; null when it is open to them. */
export async function whatUnlocks(scope: Scope, card: Card): Promise<Unlocking | null> {
  if (card.openness !== 'locked') return null;
  const { viewer } = scope;
  const holder = viewer && (await billingSummary({ ...scope, viewer }));
  return unlocking({ ...card, priceCents: card.isForSale ? card.priceCents : null }, holder);
}
