import type { AdminScope } from '../../../scope.ts';
import { cardPicture } from '../catalog/card-item.server.ts';
import { type Card, markCards } from '../catalog/cards.server.ts';
import { publishedCards } from '../catalog/cards.sql.server.ts';
import { linkedItemId } from './featured.schema.ts';
import { findItemIds } from './find-items.sql.server.ts';

const mostFound = 8;

/** What the form of a card offers for its link: what was searched for, by words or by an address, and what is linked. */
export async function linkableItems(
  scope: AdminScope,
  { find, linkedTo }: { find: string; linkedTo: number | null },
) {
  const words = find.trim().slice(0, 100);
  const named = linkedItemId.safeParse(words).data;
  const found = named
    ? [named]
    : words
      ? (await findItemIds(scope.em, words, mostFound)).map(({ id }) => id)
      : [];
  const ids = linkedTo === null ? found : [linkedTo, ...found];
  const cards = await markCards(scope, ids.length > 0 ? await publishedCards(scope.em, ids) : []);
  const byId = new Map(cards.map((card) => [card.id, shown(scope, card)]));
  return {
    find: words,
    found: found.flatMap((id) => byId.get(id) ?? []),
    linkedTo,
    /** Null as well when the linked item is not public. */
    linked: linkedTo === null ? null : (byId.get(linkedTo) ?? null),
  };
}
export type Linkable = Awaited<ReturnType<typeof linkableItems>>;
export type LinkableItem = Linkable['found'][number];

const shown = (scope: AdminScope, card: Card) => ({
  id: card.id,
  title: card.title,
  creator: `${card.creatorFirstName} ${card.creatorLastName}`,
  tier: card.tier,
  likes: card.likes,
  comments: card.ratingCount,
  picture: cardPicture(scope, card),
});
