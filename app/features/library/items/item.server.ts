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
  const parts = await itemParts(scope.em, id, card.mediaAccess === 'locked');
  return { ...card, ...(parts ?? noParts) };
}

/** Items similar in technique, tags, creator and category, most similar first. */
export async function relatedItems(scope: Scope, item: Card, limit: number): Promise<Card[]> {
  return markCards(scope, await similarCards(scope.em, item, limit));
}
