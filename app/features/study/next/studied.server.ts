import { db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import {
  itemsTeaching,
  newItemsFrom,
  type TeachingItem,
} from '../../library/map-links/items-teaching.server.ts';
import { taughtTransitions } from '../../library/map-links/taught.server.ts';
import type { Arc, MapPosition, TechniqueMap } from '../../map/graph/technique-map.server.ts';

/** Of so many items that a member opened last, of as many that they marked as seen, and of as many that they wrote
 *  about it is asked where they stand on the map. Marks and notes stay when the history is paused or cleared. */
const itemsLookedAt = 200;
const positionsShown = 6;
const shownOfEach = 3;

interface StudiedItem {
  positions: number[];
  transitionId: number | null;
  isSeen: boolean;
  notes: number;
}

/** What a member has opened of a position: techniques that begin or end in it. */
export interface Studied {
  positionId: number;
  opened: number;
  seen: number;
  notes: number;
}

/** Where the items stand on the map that the member has opened, seen or written about. */
async function studiedItems({ em, viewer }: MemberScope): Promise<StudiedItem[]> {
  const found = await db(em)
    .selectFrom(
      sql<{ content_id: number }>`(
        (select content_id from watched where user_id = ${viewer.id} and last_at is not null
          order by last_at desc, content_id desc limit ${itemsLookedAt})
        union
        (select content_id from watched where user_id = ${viewer.id} and seen_at is not null
          order by content_id desc limit ${itemsLookedAt})
        union
        (select content_id from notes where member_id = ${viewer.id} and content_id is not null
          order by created_at desc, id desc limit ${itemsLookedAt})
      )`.as('w'),
    )
    .innerJoin('content_map_links as l', 'l.content_id', 'w.content_id')
    .select((eb) => [
      'l.starts_id as startsId',
      'l.ends_id as endsId',
      'l.transition_id as transitionId',
      sql<boolean>`exists (select from watched
        where user_id = ${viewer.id} and content_id = w.content_id and seen_at is not null)`.as('isSeen'),
      eb
        .selectFrom('notes as n')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('n.content_id', '=', 'w.content_id')
        .where('n.member_id', '=', viewer.id)
        .as('notes'),
    ])
    .execute();
  return found.map(({ startsId, endsId, ...item }) => ({
    ...item,
    notes: item.notes ?? 0,
    positions: [...new Set([startsId, endsId].filter((id) => id !== null))],
  }));
}

function countsOf(items: StudiedItem[]): Map<number, Studied> {
  const counts = new Map<number, Studied>();
  for (const { positions, isSeen, notes } of items)
    for (const positionId of positions) {
      const before = counts.get(positionId) ?? { positionId, opened: 0, seen: 0, notes: 0 };
      counts.set(positionId, {
        positionId,
        opened: before.opened + 1,
        seen: before.seen + Number(isSeen),
        notes: before.notes + notes,
      });
    }
  return counts;
}

/** What the member has opened of one position lately; null if nothing. */
export const studiedAt = async (scope: MemberScope, positionId: number): Promise<Studied | null> =>
  countsOf(await studiedItems(scope)).get(positionId) ?? null;

/** The same of one technique; null if they have opened nothing that teaches it. */
export async function studiedTransition(
  scope: MemberScope,
  transitionId: number,
): Promise<Omit<Studied, 'positionId'> | null> {
  const items = (await studiedItems(scope)).filter((item) => item.transitionId === transitionId);
  if (items.length === 0) return null;
  return {
    opened: items.length,
    seen: items.filter(({ isSeen }) => isSeen).length,
    notes: items.reduce((sum, item) => sum + item.notes, 0),
  };
}

/** Who writes or marks something studies more than who only opens it. */
const weightOf = ({ opened, seen, notes }: Studied) => opened + seen + notes;

export interface Next extends Studied {
  position: MapPosition;
  /** Techniques out of the position that an item teaches and of which the member has opened none. */
  arcs: { arc: Arc; items: TeachingItem[] }[];
  /** Items that begin in the position, that the member has not opened, and that teach none of `arcs`. */
  items: TeachingItem[];
}

/** The positions that the member studies most, then those they follow, each with what they have not opened yet.
 *  @param followed positions that count as studied */
export async function whatNext(
  scope: MemberScope,
  map: TechniqueMap,
  followed: readonly { id: number }[],
): Promise<Next[]> {
  const [items, taught] = await Promise.all([studiedItems(scope), taughtTransitions(scope)]);
  const counts = countsOf(items);
  for (const { id: positionId } of followed)
    if (!counts.has(positionId)) counts.set(positionId, { positionId, opened: 0, seen: 0, notes: 0 });
  const opened = new Set(items.map(({ transitionId }) => transitionId));
  const isNew = ({ transition: { id } }: Arc) => taught.has(id) && !opened.has(id);
  const places = [...counts.values()]
    .flatMap((studied) => {
      const position = map.positions.get(studied.positionId);
      return position ? [{ ...studied, position }] : [];
    })
    .toSorted((a, b) => weightOf(b) - weightOf(a) || a.positionId - b.positionId)
    .slice(0, positionsShown)
    .map((place) => ({ ...place, arcs: map.arcsFrom(place.positionId).filter(isNew).slice(0, shownOfEach) }));
  const shown = places.flatMap(({ arcs }) => arcs.map(({ transition }) => transition.id));
  const [newFrom, teaching] = await Promise.all([
    newItemsFrom(
      scope,
      places.map(({ positionId }) => positionId),
      shownOfEach,
    ),
    itemsTeaching(scope, shown),
  ]);
  const named = new Set(shown.flatMap((id) => teaching(id).map((item) => item.id)));
  return places.map(({ arcs, ...place }) => ({
    ...place,
    arcs: arcs.map((arc) => ({ arc, items: teaching(arc.transition.id) })),
    items: newFrom(place.positionId).filter(({ id }) => !named.has(id)),
  }));
}
