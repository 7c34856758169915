import { db } from '../../../db/kysely.server.ts';
import type { Scope } from '../../../scope.ts';
import { cutForwardPage, type ForwardRequest, type PageOf, readCursor } from '../../core/lists/keyset.ts';
import { type Card, markCards } from '../catalog/cards.server.ts';
import { publishedCards } from '../catalog/cards.sql.server.ts';

type Column = 'starts_id' | 'transition_id' | 'ends_id';

const largestInt = 2_147_483_647;

/** Published items that are linked to a thing, the newest first. Each column reads at most a page of its own index. */
async function listLinked(
  scope: Scope,
  columns: Column[],
  thingId: number,
  { size, after }: ForwardRequest,
): Promise<PageOf<Card>> {
  const before = readCursor(after, 'whole')?.id ?? largestInt;
  const found = await Promise.all(
    columns.map((column) =>
      db(scope.em)
        .selectFrom('content_map_links')
        .select('content_id as id')
        .where(column, '=', thingId)
        .where('is_published', '=', true)
        .where('content_id', '<', before)
        .orderBy('content_id', 'desc')
        .limit(size + 1)
        .execute(),
    ),
  );
  const ids = [...new Set(found.flat().map(({ id }) => id))].toSorted((one, other) => other - one);
  const page = cutForwardPage(ids.slice(0, size + 1), size, (id) => ({ value: String(id), id }));
  const cards = new Map((await publishedCards(scope.em, page.items)).map((card) => [card.id, card]));
  return {
    ...page,
    items: await markCards(
      scope,
      page.items.flatMap((id) => cards.get(id) ?? []),
    ),
  };
}

/** Published items that show a transition, with what this viewer may open. */
export const itemsOfTransition = (scope: Scope, transitionId: number, asked: ForwardRequest) =>
  listLinked(scope, ['transition_id'], transitionId, asked);

/** Published items that begin or end in a position. */
export const itemsOfPosition = (scope: Scope, positionId: number, asked: ForwardRequest) =>
  listLinked(scope, ['starts_id', 'ends_id'], positionId, asked);
