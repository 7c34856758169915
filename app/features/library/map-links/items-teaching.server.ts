import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { Scope } from '../../../scope.ts';
import { type Card, markCards } from '../catalog/cards.server.ts';
import { publishedCards } from '../catalog/cards.sql.server.ts';

/** An item that teaches a technique, as a line of a list. */
export interface TeachingItem {
  id: number;
  title: string;
  locked: boolean;
  /** The tier that opens it now. */
  tier: Tier;
  /** Null when it is not sold alone. */
  priceCents: number | null;
  /** What this viewer did with it before. */
  progress: 'seen' | 'opened' | null;
}

const mostOfEach = 2;

/** The newest published items of each transition, open ones first; one reading for a whole page.
 *  @returns what teaches one of them */
export const itemsTeaching = async (scope: Scope, transitionIds: readonly number[]) =>
  teachingItems(await cardsTeaching(scope, transitionIds));

export const teachingItems =
  (cards: ReadonlyMap<number, Card[]>) =>
  (transitionId: number): TeachingItem[] =>
    (cards.get(transitionId) ?? [])
      .map((card) => ({
        id: card.id,
        title: card.title,
        locked: card.mediaAccess === 'locked',
        tier: card.tier,
        priceCents: card.isForSale ? card.priceCents : null,
        progress: progressOf(card),
      }))
      .toSorted((one, other) => Number(one.locked) - Number(other.locked));

function progressOf({ seen, watched }: Card): TeachingItem['progress'] {
  if (seen) return 'seen';
  return watched ? 'opened' : null;
}

/** The same as cards, for what needs all of their facts. */
export async function cardsTeaching(
  scope: Scope,
  transitionIds: readonly number[],
): Promise<ReadonlyMap<number, Card[]>> {
  if (transitionIds.length === 0) return new Map();
  const links = await db(scope.em)
    .selectFrom('map_transitions as asked')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('content_map_links')
          .select('content_id')
          .whereRef('transition_id', '=', 'asked.id')
          .where('is_published', '=', true)
          .orderBy('content_id', 'desc')
          .limit(mostOfEach)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .select(['asked.id', 'shown.content_id as contentId'])
    .where('asked.id', '=', anyOf('int4', [...new Set(transitionIds)]))
    .execute();
  if (links.length === 0) return new Map();
  const rows = await publishedCards(scope.em, [...new Set(links.map(({ contentId }) => contentId))]);
  const cards = new Map((await markCards(scope, rows)).map((card) => [card.id, card]));
  const groups = Map.groupBy(links, ({ id }) => id);
  return new Map(
    [...groups].map(([id, led]) => [id, led.flatMap(({ contentId }) => cards.get(contentId) ?? [])]),
  );
}
