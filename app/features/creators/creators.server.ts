import type { RawBuilder } from 'kysely';
import { fragment, row, rows } from '../../db/sql.server.ts';
import { NotFound } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { cutPage, type PageOf, readCursor } from '../content/keyset.ts';
import { nearestOf } from '../content/near-words.ts';
import { profileImage } from '../content/pictures.server.ts';
import { type CreatorSort, type DirectoryFilters, everybody } from './directory.schema.ts';

/** Somebody who has published, as the directory and the public page show them. */
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
  /** Mean of all ratings of their items, two decimals; null while nobody has rated ('New'). */
  rating: number | null;
}

const columns = fragment`u.id, u.username::text, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_key as "imageKey", u.belt_level as belt, u.is_verified as "isVerified", u.bio,
  u.published_items as "contentCount", given.rating,
  coalesce((select followers from follower_counts where creator_id = u.id), 0) as "subscriberCount"`;

const withRating = fragment`left join lateral (
    select round(sum(s.rating_sum)::numeric / nullif(sum(s.rating_count), 0), 2)::float8 as rating
    from content c join content_stats s on s.content_id = c.id
    where c.creator_id = u.id and c.status = 'published'
  ) given on true`;

const isCreator = fragment`u.published_items > 0 and u.status = 'active'`;

interface PageRequest {
  size: number;
  after?: string | null;
  before?: string | null;
  filters?: DirectoryFilters;
}

const sorted: Record<CreatorSort, RawBuilder<unknown>> = {
  newest: fragment`u.id`,
  followers: fragment`coalesce(f.followers, 0)`,
  techniques: fragment`u.published_items`,
};

/** A page of the directory with every filter applied; who joined last comes first unless another sort is asked. */
export async function listCreators(
  { em }: Scope,
  { size, filters = everybody, ...request }: PageRequest,
): Promise<PageOf<Creator>> {
  const before = readCursor(request.before, 'whole');
  const cursor = before ?? readCursor(request.after, 'whole');
  const [sign, way] = before ? [fragment`>`, fragment`asc`] : [fragment`<`, fragment`desc`];
  const sort = sorted[filters.sort];
  const beyond = cursor
    ? fragment`and (${sort}, u.id) ${sign} (${cursor.value}::int, ${cursor.id}::int)`
    : fragment``;
  const fetched = await rows<Creator & { sort: string }>(em)`
    select ${columns}, u.sort::text from (
      select u.*, ${sort} as sort from users u left join follower_counts f on f.creator_id = u.id
      where ${isCreator} ${matching(filters)} ${beyond}
      order by ${sort} ${way}, u.id ${way} limit ${size + 1}
    ) u ${withRating}
    order by u.sort ${way}, u.id ${way}`;
  const page = cutPage(fetched, {
    size,
    direction: before ? 'before' : 'after',
    isFirst: cursor === null,
    cursorOf: ({ id, sort }) => ({ value: sort, id }),
  });
  return { ...page, items: page.items.map(({ sort, ...creator }) => creator) };
}

function matching({ search, martialArt, belt }: DirectoryFilters) {
  const isLike = (name: string, value: string) => fragment`and ${fragment.ref(name)} = ${value}`;
  // Signs that mean something to `like` are asked for as themselves.
  const pattern = fragment`'%' || regexp_replace(plain_text(${search}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
  return fragment.join(
    [
      search ? fragment`and u.name_search like ${pattern}` : fragment``,
      martialArt ? isLike('u.martial_art', martialArt) : fragment``,
      belt ? isLike('u.belt_level', belt) : fragment``,
    ],
    fragment` `,
  );
}

/** @throws NotFound for who never published (but not to themselves) or is gone; letters' case does not matter */
export async function findCreator({ em, viewer }: Scope, username: string): Promise<Creator> {
  const found = await row<Creator>(em)`
    select ${columns} from users u ${withRating}
    where u.username = ${username} and u.status = 'active'
      and (u.published_items > 0 or u.id = ${viewer?.id ?? null})`;
  if (!found) throw new NotFound();
  return found;
}

/** Names alike enough to be looked at more closely, and how many of them. */
const mostAlike = 50;
const surelyAlike = 0.5;

/** Creators whose name or username is what was searched for, or is spelt nearly so; the most alike first. */
export async function searchCreators({ em }: Scope, search: string, limit: number): Promise<Creator[]> {
  if (search.length < 2) return [];
  const alike = await rows<{ id: number; nameSearch: string; asked: string; likeness: number }>(em)`
    select id, name_search as "nameSearch", plain_text(${search}) as asked,
      word_similarity(plain_text(${search}), name_search) as likeness
    from users u where ${isCreator} and plain_text(${search}) <% name_search
    order by likeness desc, id desc limit ${mostAlike}`;
  const ids = alike
    .filter(({ nameSearch, asked, likeness }) => likeness >= surelyAlike || isNearName(asked, nameSearch))
    .slice(0, limit)
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  return rows<Creator>(em)`
    select ${columns} from users u ${withRating}
    where u.id = any(${ids}::int[]) order by array_position(${ids}::int[], u.id)`;
}

/** Every word that was asked is a word of the name, give or take a slip. */
function isNearName(asked: string, nameSearch: string): boolean {
  const names = nameSearch.split(/[^a-z0-9]+/);
  return asked
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .every((word) => nearestOf(word, names).length > 0);
}

/** A creator as the API shows them (contract.md 'creator'). */
export const creatorJson = (scope: Scope, { imageKey, ...creator }: Creator) => ({
  ...creator,
  profileImageUrl: profileImage(scope, imageKey),
});

/** The real figures behind the directory's cards; growth is what the last 30 days added, in percent. */
export async function platformStats({ em, now }: Scope) {
  const monthAgo = new Date(now().getTime() - 30 * 24 * 60 * 60 * 1000);
  const found = await row<{ totalCreators: number; totalContent: number; fresh: number }>(em)`
    select count(*)::int as "totalCreators", coalesce(sum(u.published_items), 0)::int as "totalContent",
      (select count(*)::int from content where status = 'published' and published_at > ${monthAgo}) as fresh
    from users u where ${isCreator}`;
  const { totalCreators = 0, totalContent = 0, fresh = 0 } = found ?? {};
  const earlier = totalContent - fresh;
  const monthlyGrowth = earlier > 0 ? Math.round((100 * fresh) / earlier) : fresh > 0 ? 100 : 0;
  return { totalCreators, totalContent, monthlyGrowth };
}
