import { inBatches } from '../../../db/batches/batches.server.ts';
import { anyOf, anyOfFew, compiledOnce, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import { canView, isPublic } from '../../../domain/can-view.ts';
import { isEarly, tierNow } from '../../../domain/early.ts';
import type { Tier } from '../../../domain/tiers.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { MediaAccess } from '../../core/media/pictures.server.ts';
import { type CardRow, cardOf, cardsInAnyState } from './cards.sql.server.ts';

export interface Card extends CardRow {
  mediaAccess: MediaAccess;
  tierAfter: Tier | null;
  liked: boolean;
  bought: boolean;
  watched: boolean;
  /** Where this viewer left its first video, in seconds. */
  seconds: number | null;
  /** Marked as seen, or watched to the end. */
  seen: boolean;
}

/** Adds what this viewer liked, bought, watched (and how far) and may open to plain rows, in one statement. */
export async function markCards<Row extends CardRow>(scope: Scope, cards: Row[]): Promise<(Row & Card)[]> {
  const marks = await marksOf(
    scope.em,
    scope.viewer?.id ?? null,
    cards.map((card) => card.id),
  );
  return cards.map((card) => {
    const left = marks.watched.get(card.id);
    const bought = marks.bought.has(card.id);
    const mediaAccess = mediaAccessOf(scope, card, bought);
    return {
      ...card,
      ...earlyFacts(card, scope.now()),
      bought,
      liked: marks.liked.has(card.id),
      watched: left !== undefined,
      seconds: left?.seconds ?? null,
      seen: left?.seen ?? false,
      mediaAccess,
    };
  });
}

/** Who may open the item's media, by `canView`. */
function mediaAccessOf(scope: Scope, card: CardRow, bought: boolean): MediaAccess {
  if (isPublic(card, scope.now())) return 'everybody';
  return canView(scope.viewer, { ...card, bought }, scope.now()) ? 'viewer' : 'locked';
}

/** During early access a published item has the tier VIP for all viewers. */
function earlyFacts(card: CardRow, now: Date) {
  if (!isEarly(card, now)) return { earlyUntil: null, tierAfter: null };
  return { tier: tierNow(card, now), tierAfter: card.tier };
}

type Mark = 'liked' | 'bought' | 'watched';
const named = (mark: Mark) => sql<Mark>`${sql.lit(mark)}`.as('mark');
const noSeconds = sql<number | null>`null::int`.as('seconds');
const notSeen = sql<boolean>`false`.as('seen');

/** Reads the marks of any of these viewers on any of these items, which takes a third of the time of pairs. */
const selectMarks = compiledOnce((tables, { viewerIds, ids }: { viewerIds: number[]; ids: number[] }) =>
  tables
    .selectFrom('likes')
    .select(['user_id as viewerId', 'content_id as id', named('liked'), noSeconds, notSeen])
    .where('user_id', '=', anyOfFew('int4', viewerIds))
    .where('content_id', '=', anyOf('int4', ids))
    .unionAll(
      tables
        .selectFrom('purchases')
        .select(['user_id as viewerId', 'content_id as id', named('bought'), noSeconds, notSeen])
        .where('user_id', '=', anyOfFew('int4', viewerIds))
        .where('content_id', '=', anyOf('int4', ids))
        .where('status', '=', 'paid'),
    )
    .unionAll(
      tables
        .selectFrom('watched')
        .select([
          'user_id as viewerId',
          'content_id as id',
          named('watched'),
          'seconds',
          sql<boolean>`seen_at is not null`.as('seen'),
        ])
        .where('user_id', '=', anyOfFew('int4', viewerIds))
        .where('content_id', '=', anyOf('int4', ids)),
    ),
);

const noMarks = () => ({
  liked: new Set<number>(),
  bought: new Set<number>(),
  watched: new Map<number, { seconds: number | null; seen: boolean }>(),
});

const readMarks = inBatches({
  isForPages: true,
  send: async (em, asks: { viewerId: number; ids: number[] }[]) => {
    const marksOf = new Map(asks.map(({ viewerId }) => [viewerId, noMarks()]));
    const ids = [...new Set(asks.flatMap((each) => each.ids))];
    for (const { viewerId, id, mark, ...place } of await selectMarks(em, {
      viewerIds: [...marksOf.keys()],
      ids,
    })) {
      const marks = marksOf.get(viewerId);
      if (mark === 'watched') marks?.watched.set(id, place);
      else marks?.[mark].add(id);
    }
    return asks.map(({ viewerId }) => marksOf.get(viewerId) ?? noMarks());
  },
});

const marksOf = async (em: Em, viewerId: number | null, ids: number[]) =>
  viewerId === null || ids.length === 0 ? noMarks() : readMarks(em, { viewerId, ids });

/** One item, locked or open. @throws NotFound for another member's draft, and for a withdrawn one not bought */
export async function findCard(scope: Scope, id: number): Promise<Card> {
  const found = await recentOfAll(scope, `card ${id}`, () => cardOf(scope.em, id));
  const [card] = found ? await markCards(scope, [found]) : [];
  if (!card || !isVisible(card)) throw new NotFound();
  return card;
}

/** Those of these items that the viewer may see, locked or open, by their ids; the same rule as for one. */
export async function visibleCards(scope: Scope, ids: number[]): Promise<ReadonlyMap<number, Card>> {
  if (ids.length === 0) return new Map();
  const cards = await markCards(scope, await cardsInAnyState(scope.em, ids));
  return new Map(cards.filter(isVisible).map((card) => [card.id, card]));
}

const isVisible = ({ status, mediaAccess }: Card) => status === 'published' || mediaAccess !== 'locked';
