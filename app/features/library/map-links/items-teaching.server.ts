import { db, sql } from '../../../db/kysely.server.ts';
import type { Tier } from '../../../domain/tiers.ts';
import type { MemberScope, Scope } from '../../../scope.ts';
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
    openFirst((cards.get(transitionId) ?? []).map(lineOf));

const lineOf = (card: Card): TeachingItem => ({
  id: card.id,
  title: card.title,
  locked: card.mediaAccess === 'locked',
  tier: card.tier,
  priceCents: card.isForSale ? card.priceCents : null,
  progress: progressOf(card),
});

const openFirst = (items: TeachingItem[]) =>
  items.toSorted((one, other) => Number(one.locked) - Number(other.locked));

function progressOf({ seen, watched }: Card): TeachingItem['progress'] {
  if (seen) return 'seen';
  return watched ? 'opened' : null;
}

/** The same as cards, for what needs all of their facts. */
export const cardsTeaching = (
  scope: Scope,
  transitionIds: readonly number[],
): Promise<ReadonlyMap<number, Card[]>> => linkedCards(scope, 'transition_id', transitionIds, mostOfEach);

/** Of so many items that begin in a position the new ones are looked for. */
const newestOfPosition = 24;

/** The newest published items that begin in each position and that the viewer has neither opened nor made, open ones
 *  first; one reading for a whole page. */
export async function newItemsFrom(
  scope: MemberScope,
  positionIds: readonly number[],
  most: number,
): Promise<(positionId: number) => TeachingItem[]> {
  const cards = await linkedCards(scope, 'starts_id', positionIds, newestOfPosition);
  const isNew = (card: Card) => progressOf(card) === null && card.creatorId !== scope.viewer.id;
  return (positionId) => openFirst((cards.get(positionId) ?? []).filter(isNew).map(lineOf)).slice(0, most);
}

/** The newest published items of each thing. */
async function linkedCards(
  scope: Scope,
  column: 'transition_id' | 'starts_id',
  thingIds: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, Card[]>> {
  if (thingIds.length === 0) return new Map();
  const asked = sql<{ id: number }>`unnest(${[...new Set(thingIds)]}::int[])`;
  const links = await db(scope.em)
    .selectFrom(asked.as<'asked'>(sql`asked(id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('content_map_links')
          .select('content_id')
          .whereRef(column, '=', 'asked.id')
          .where('is_published', '=', true)
          .orderBy('content_id', 'desc')
          .limit(most)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .select(['asked.id', 'shown.content_id as contentId'])
    .execute();
  if (links.length === 0) return new Map();
  const rows = await publishedCards(scope.em, [...new Set(links.map(({ contentId }) => contentId))]);
  const cards = new Map((await markCards(scope, rows)).map((card) => [card.id, card]));
  const groups = Map.groupBy(links, ({ id }) => id);
  return new Map(
    [...groups].map(([id, led]) => [id, led.flatMap(({ contentId }) => cards.get(contentId) ?? [])]),
  );
}
