import type { Scope } from '../../../../scope.ts';
import type { Card } from '../../../library/catalog/cards.server.ts';
import { billingSummary } from '../billing-summary.server.ts';
import { type Unlocking, unlockingAll } from './unlock.ts';

/** What opens all of several items, such as the steps of a way. Null when the viewer can open each of them already.
 *  @param back the page to go back to when a plan is paid */
export async function whatUnlocksAll(
  scope: Scope,
  cards: readonly Card[],
  back: string,
): Promise<Unlocking | null> {
  const locked = cards.filter(({ mediaAccess }) => mediaAccess === 'locked');
  if (locked.length === 0) return null;
  const { viewer } = scope;
  const holder = viewer && (await billingSummary({ ...scope, viewer }));
  return unlockingAll(locked, holder, back);
}
