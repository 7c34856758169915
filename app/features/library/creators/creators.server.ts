import type { z } from 'zod';
import { fragment, row, rows } from '../../../db/sql.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import type { PageAsked, PageOf } from '../../core/lists/keyset.ts';
import { type List, nameHolds, type Order, type Sql, walkPage } from '../../core/lists/walk.server.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { nearestOf } from '../catalog/near-words.ts';
import type { creatorShape } from './creator.schema.ts';
import { type CreatorSort, type DirectoryFilters, everybody } from './directory.schema.ts';

export interface Creator {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  imageKey: string | null;
  belt: string | null;
  isVerified: boolean;
  bio: string | null;
  contentCount: number;
  subscriberCount: number;
  /** Mean of all their items' ratings, two decimals; null without ratings. */
  rating: number | null;
}

const columns = fragment`u.id, u.username::text, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_key as "imageKey", u.belt_level as belt, u.is_verified as "isVerified", u.bio,
  u.published_items as "contentCount", coalesce(f.followers, 0) as "subscriberCount",
  round(t.rating_sum::numeric / nullif(t.rating_count, 0), 2)::float8 as rating`;

const tables = fragment`users u left join follower_counts f on f.creator_id = u.id
  left join creator_totals t on t.creator_id = u.id`;

/** A condition on a user `u`. */
export const isCreator = fragment`u.published_items > 0 and u.status = 'active'`;

const counters = { table: 'follower_counts', alias: 'f', key: 'creator_id' };
const orders: Record<CreatorSort, Order> = {
  newest: { column: fragment`u.id`, kind: 'whole' },
  followers: { column: fragment`f.followers`, kind: 'whole', counters },
  techniques: { column: fragment`u.published_items`, kind: 'whole' },
};

/** A page of the directory with every filter applied; newest members first by default. */
export async function listCreators(
  { em }: Scope,
  { filters = everybody, ...request }: PageAsked & { filters?: DirectoryFilters },
): Promise<PageOf<Creator>> {
  const { search, martialArt, belt } = filters;
  const more = [
    ...(search ? [nameHolds('u', search)] : []),
    ...(martialArt ? [fragment`u.martial_art = ${martialArt}`] : []),
    ...(belt ? [fragment`u.belt_level = ${belt}`] : []),
  ];
  const page = await walkPage<Creator>(em, listOf(orders[filters.sort], more), request);
  return { ...page, items: page.items.map(({ sortValue, ...creator }) => creator) };
}

const listOf = (order: Order, more: Sql[]): List => ({
  table: 'users',
  alias: 'u',
  order,
  path: order.counters ? [] : [isCreator],
  wanted: [isCreator, ...more],
  isPlain: more.length === 0 && !order.counters,
  columns,
  tables,
});

/** A creator by username, in any case. @throws NotFound for other members who never published */
export async function findCreator({ em, viewer }: Scope, username: string): Promise<Creator> {
  const found = await row<Creator>(em)`
    select ${columns} from ${tables}
    where u.username = ${username} and u.status = 'active'
      and (u.published_items > 0 or u.id = ${viewer?.id ?? null})`;
  if (!found) throw new NotFound();
  return found;
}

/** Similarity at which a name is surely meant, and the most names to compare. */
const surelyAlike = 0.5;
const mostAlike = 500;

/** Creators whose name contains the search, most followed first; if none, those with a similar name. */
export async function searchCreators({ em }: Scope, search: string, limit: number): Promise<Creator[]> {
  if (search.length < 2) return [];
  const isMeant = fragment`word_similarity(plain_text(${search}), u.name_search) >= ${surelyAlike}`;
  const list = listOf(orders.followers, [nameHolds('u', search), isMeant]);
  const called = await walkPage<Creator>(em, list, { size: limit });
  if (called.items.length > 0) return called.items.map(({ sortValue, ...creator }) => creator);
  const alike = await rows<{ id: number; nameSearch: string; asked: string; likeness: number }>(em)`
    select id, name_search as "nameSearch", plain_text(${search}) as asked,
      word_similarity(plain_text(${search}), name_search) as likeness
    from (
      select id, name_search from users u where ${isCreator} and plain_text(${search}) <% name_search
      limit ${mostAlike}
    ) near
    order by likeness desc, id desc limit 50`;
  const ids = alike
    .filter(({ nameSearch, asked, likeness }) => likeness >= surelyAlike || isNearName(asked, nameSearch))
    .slice(0, limit)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return rows<Creator>(em)`
    select ${columns} from ${tables}
    where u.id = any(${ids}::int[]) order by array_position(${ids}::int[], u.id)`;
}

/** Whether every searched word is nearly a word of the name. */
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
