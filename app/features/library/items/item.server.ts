import { recentOfAll } from '../../../db/recent-reads.server.ts';
import type { Scope } from '../../../scope.ts';
import { type Card, findCard, markCards } from '../catalog/cards.server.ts';
import { type ItemParts, itemParts, similarCards } from './item.sql.server.ts';

const noParts: ItemParts = {
  steps: [],
  stepCount: 0,
  pictureCount: 0,
  videoCount: 0,
  videoMs: null,
  downloads: 'nobody',
  allMedia: [],
};

/** An item with all that its page shows; locked parts are not read, so that they cannot leak. */
export interface Item extends Card, ItemParts {}

/** @throws NotFound as `findCard` */
export async function findItem(scope: Scope, id: number): Promise<Item> {
  const card = await findCard(scope, id);
  const isLocked = card.mediaAccess === 'locked';
  const read = () => itemParts(scope.em, id, isLocked);
  const parts = await recentOfAll(scope, `parts of ${id}, ${isLocked ? 'locked' : 'open'}`, read);
  return { ...card, ...(parts ?? noParts) };
}

/** Items similar in technique, tags, creator and category, most similar first. */
export async function relatedItems(scope: Scope, item: Card, limit: number): Promise<Card[]> {
  const read = () => similarCards(scope.em, item, limit);
  return markCards(scope, await recentOfAll(scope, `${limit} related to ${item.id}`, read));
}
