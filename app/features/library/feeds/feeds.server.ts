import { db, timestamptz } from '../../../db/kysely.server.ts';
import { labelOf } from '../../../domain/content-terms.ts';
import type { Scope } from '../../../scope.ts';
import { pictureOf } from '../../core/media/pictures.server.ts';
import { type TechniqueMap, techniqueMap } from '../../map/graph/technique-map.server.ts';
import { type Card, markCards } from '../catalog/cards.server.ts';
import { publishedCards } from '../catalog/cards.sql.server.ts';
import { filtersOf } from '../catalog/filters.schema.ts';
import { listContent } from '../catalog/lists.server.ts';
import { findCreator } from '../creators/creators.server.ts';
import { nextOpening } from '../items/early.server.ts';
import { type FeedItem, rss } from './rss.ts';

const size = 30;
const longestKept = 300;

/** The newest free items; the feed is the same for all viewers. */
export async function siteFeed(scope: Scope): Promise<string> {
  return rss({
    title: 'Summa: The Sum of Jiu-Jitsu',
    description: 'The newest free techniques on Summa.',
    pageUrl: `${scope.origin}/discover?tier=free`,
    feedUrl: `${scope.origin}/feed.xml`,
    items: await freeItems(scope),
  });
}

/** One creator's feed. @throws NotFound for a member who has published nothing */
export async function creatorFeed(scope: Scope, username: string): Promise<string> {
  const creator = await findCreator({ ...scope, viewer: null }, username);
  const name = `${creator.firstName} ${creator.lastName}`;
  const pageUrl = `${scope.origin}/creators/${creator.username}`;
  return rss({
    title: `${name} on Summa`,
    description: `The newest free techniques by ${name}.`,
    pageUrl,
    feedUrl: `${pageUrl}/feed.xml`,
    items: await freeItems(scope, creator.id),
  });
}

/** The newest free items that show something of the map, with what they show. */
export async function mapFeed(scope: Scope): Promise<string> {
  const everybody = { ...scope, viewer: null };
  const [map, links] = await Promise.all([techniqueMap(scope), newestLinks(scope)]);
  const rows = await publishedCards(scope.em, [...links.keys()]);
  const cards = (await markCards(everybody, rows)).filter(({ mediaAccess }) => mediaAccess === 'everybody');
  return rss({
    title: 'New on the map of Summa',
    description: 'The newest free techniques on the map of jiu-jitsu.',
    pageUrl: `${scope.origin}/map`,
    feedUrl: `${scope.origin}/map/feed.xml`,
    items: cards
      .toSorted((one, other) => other.id - one.id)
      .map((card) => {
        const item = feedItem(everybody, card);
        return {
          ...item,
          description: [shownOnMap(map, links.get(card.id)), item.description].join(' ').trim(),
        };
      }),
  });
}

interface Link {
  starts_id: number | null;
  transition_id: number | null;
  ends_id: number | null;
}

async function newestLinks({ em, now }: Scope): Promise<Map<number, Link>> {
  const rows = await db(em)
    .selectFrom('content_map_links')
    .select(['content_id', 'starts_id', 'transition_id', 'ends_id'])
    .where('is_published', '=', true)
    .where('tier', '=', 'free')
    .where(({ or, eb }) => or([eb('early_until', 'is', null), eb('early_until', '<=', timestamptz(now()))]))
    .where(({ or, eb }) =>
      or((['starts_id', 'transition_id', 'ends_id'] as const).map((end) => eb(end, 'is not', null))),
    )
    .orderBy('content_id', 'desc')
    .limit(size)
    .execute();
  return new Map(rows.map((row) => [row.content_id, row]));
}

/** 'Half guard, Old school sweep, Side control.' */
function shownOnMap(map: TechniqueMap, link: Link | undefined): string {
  const names = [
    map.positions.get(link?.starts_id ?? 0)?.name,
    map.transitions.get(link?.transition_id ?? 0)?.name,
    map.positions.get(link?.ends_id ?? 0)?.name,
  ].flatMap((name) => (name && name !== '...' ? labelOf(name) : []));
  return names.length > 0 ? `${names.join(', ')}.` : '';
}

/** Seconds that shared caches may keep a feed or share card: at most until the next early access ends. */
export async function keptSeconds({ em, now }: Scope): Promise<number> {
  const next = await nextOpening(em, now());
  const left = next ? Math.floor((next.getTime() - now().getTime()) / 1000) : longestKept;
  return Math.min(left, longestKept);
}

async function freeItems(scope: Scope, creatorId?: number): Promise<FeedItem[]> {
  const everybody = { ...scope, viewer: null };
  const filters = filtersOf(new URLSearchParams({ tier: 'free' }));
  const { items } = await listContent(everybody, { filters, creatorId, size });
  return items.map((item) => feedItem(everybody, item));
}

function feedItem(scope: Scope, item: Card): FeedItem {
  const picture = item.media && pictureOf(scope, item.media, item.mediaAccess, { alt: '', largest: 640 });
  return {
    title: item.title,
    url: `${scope.origin}/content/${item.id}`,
    description:
      item.description ?? `${labelOf(item.techniqueType ?? 'technique')} by ${item.creatorFirstName}`,
    creator: `${item.creatorFirstName} ${item.creatorLastName}`,
    categories: [labelOf(item.category), ...item.tags],
    publishedAt: item.publishedAt ?? item.createdAt,
    picture: picture && { ...picture, src: new URL(picture.src, scope.origin).href },
  };
}
