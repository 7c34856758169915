import type { z } from 'zod';
import { sql } from '../../../db/kysely.server.ts';
import { recentOfAll } from '../../../db/recent-reads.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { PageOf, PageRequest } from '../../core/lists/keyset.ts';
import { nearestOf } from '../../core/lists/near-words.ts';
import {
  type List,
  nameContains,
  type Order,
  readListPage,
  type Sql,
} from '../../core/lists/read-list.sql.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import type { creatorShape } from './creator.schema.ts';
import {
  alikeCreators,
  type Creator,
  creatorByUsername,
  creatorColumns,
  creatorsInOrder,
  creatorTables,
  isCreator,
  listedCreator,
} from './creators.sql.server.ts';
import { type CreatorSort, type DirectoryFilters, everybody } from './directory.schema.ts';

const counters = { table: 'follower_counts', alias: 'f', key: 'creator_id' };
const orders: Record<CreatorSort, Order> = {
  newest: { column: sql`u.id`, kind: 'whole' },
  followers: { column: sql`f.followers`, kind: 'whole', counters },
  techniques: { column: sql`u.published_items`, kind: 'whole' },
};

/** A page of the directory with every filter applied; newest members first by default. */
export async function listCreators(
  { em }: Scope,
  { filters = everybody, ...request }: PageRequest & { filters?: DirectoryFilters },
): Promise<PageOf<Creator>> {
  const { search, martialArt, belt } = filters;
  const more = [
    ...(search ? [nameContains('u', search)] : []),
    ...(martialArt ? [sql`u.martial_art = ${martialArt}`] : []),
    ...(belt ? [sql`u.belt_level = ${belt}`] : []),
  ];
  const page = await readListPage(em, listOf(orders[filters.sort], more), request);
  return { ...page, items: page.items.map(({ sortValue, ...creator }) => creator) };
}

const listOf = (order: Order, more: Sql[]): List<typeof listedCreator> => ({
  table: 'users',
  alias: 'u',
  order,
  indexConditions: order.counters ? [] : [isCreator],
  conditions: [isCreator, ...more],
  isIndexed: more.length === 0 && !order.counters,
  shape: listedCreator,
  columns: creatorColumns,
  tables: creatorTables,
});

/** A creator by username, in any case. @throws NotFound for other members who never published */
export async function findCreator({ em, viewer }: Scope, username: string): Promise<Creator> {
  const found = await creatorByUsername(em, username, viewer?.id ?? null);
  if (!found) throw new NotFound();
  return found;
}

/** Similarity at which a name is surely meant. */
const surelyAlike = 0.5;

/** Creators whose name contains the search, most followed first; if none, those with a similar name. */
export async function searchCreators(scope: Scope, search: string, limit: number): Promise<Creator[]> {
  if (search.length < 2) return [];
  return recentOfAll(scope, `${limit} creators of ${search}`, () => findByName(scope, search, limit));
}

async function findByName({ em }: Scope, search: string, limit: number): Promise<Creator[]> {
  const isMeant = sql`word_similarity(plain_text(${search}), u.name_search) >= ${surelyAlike}`;
  const list = listOf(orders.followers, [nameContains('u', search), isMeant]);
  const called = await readListPage(em, list, { size: limit });
  if (called.items.length > 0) return called.items.map(({ sortValue, ...creator }) => creator);
  const alike = await alikeCreators(em, search);
  const ids = alike
    .filter(({ nameSearch, asked, likeness }) => likeness >= surelyAlike || isNearName(asked, nameSearch))
    .slice(0, limit)
    .map(({ id }) => id);
  return ids.length === 0 ? [] : creatorsInOrder(em, ids);
}

function isNearName(asked: string, nameSearch: string): boolean {
  const names = nameSearch.split(/[^a-z0-9]+/);
  return asked
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .every((word) => nearestOf(word, names).length > 0);
}

export const creatorJson = (
  scope: Scope,
  { imageKey, ...creator }: Creator,
): z.output<typeof creatorShape> => ({
  ...creator,
  profileImageUrl: profileImage(scope, imageKey),
});
