import type { SqlBool } from 'kysely';
import type { Em } from '../../../db/orm.server.ts';
import { bool, float, int, nullable, type RowOf, row, rows, sql, text } from '../../../db/raw.server.ts';

/** What `creatorColumns` answer. */
export const listedCreator = {
  id: int,
  username: text,
  firstName: text,
  lastName: text,
  imageKey: nullable(text),
  belt: nullable(text),
  isVerified: bool,
  bio: nullable(text),
  contentCount: int,
  subscriberCount: int,
  /** Mean of all their items' ratings, two decimals; null without ratings. */
  rating: nullable(float),
};
export type Creator = RowOf<typeof listedCreator>;

export const creatorColumns = sql`u.id, u.username::text, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_key as "imageKey", u.belt_level as belt, u.is_verified as "isVerified", u.bio,
  u.published_items as "contentCount", coalesce(f.followers, 0) as "subscriberCount",
  round(t.rating_sum::numeric / nullif(t.rating_count, 0), 2)::float8 as rating`;

export const creatorTables = sql`users u left join follower_counts f on f.creator_id = u.id
  left join creator_totals t on t.creator_id = u.id`;

/** A condition on a user `u`. */
export const isCreator = sql<SqlBool>`u.published_items > 0 and u.status = 'active'`;

/** An active creator by username, in any case; the viewer also without items. */
export const creatorByUsername = (em: Em, username: string, viewerId: number | null) =>
  row(em, listedCreator)`
    select ${creatorColumns} from ${creatorTables}
    where u.username = ${username} and u.status = 'active'
      and (u.published_items > 0 or u.id = ${viewerId})`;

/** The most names to compare. */
const mostAlike = 200;

/** Creators with a similar name, most similar first, with both texts as the search compares them. */
export const alikeCreators = (em: Em, search: string) =>
  rows(em, { id: int, nameSearch: text, asked: text, likeness: float })`
    select id, name_search as "nameSearch", plain_text(${search}) as asked,
      word_similarity(plain_text(${search}), name_search)::float8 as likeness
    from (
      select id, name_search from users u where ${isCreator} and plain_text(${search}) <% name_search
      limit ${mostAlike}
    ) near
    order by likeness desc, id desc limit 50`;

export const creatorsInOrder = (em: Em, ids: number[]) =>
  rows(em, listedCreator)`
    select ${creatorColumns} from ${creatorTables}
    where u.id = any(${ids}::int[]) order by array_position(${ids}::int[], u.id)`;
