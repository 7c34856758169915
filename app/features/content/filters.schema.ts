import { z } from 'zod';
import { oneOf, searchText } from '../handbook/asked.ts';
import { categories, contentTypes, difficultyLevels, techniqueTypes, tiers } from './words.ts';

/** The sorts of a list; `best` is the best match and needs a search. */
export const sorts = ['best', 'newest', 'popular', 'rated', 'price'] as const;
export type Sort = (typeof sorts)[number];

/** What a list is sorted by when no sort is asked. */
export const usualSort = (search: string | undefined): Sort => (search ? 'best' : 'newest');

/** The filters of Discover and GET /api/content; all of them are applied (decisions 9). */
const filtersSchema = z
  .object({
    search: searchText,
    tier: oneOf(tiers),
    category: oneOf(categories),
    techniqueType: oneOf(techniqueTypes),
    difficultyLevel: oneOf(difficultyLevels),
    contentType: oneOf(contentTypes),
    sort: oneOf(sorts),
  })
  .transform(({ sort, ...filters }) => ({
    ...filters,
    sort: sort && (sort !== 'best' || filters.search) ? sort : usualSort(filters.search),
  }));
export type Filters = z.output<typeof filtersSchema>;

/** A query as it comes; `subscriptionTier` is accepted for `tier`. */
export const filtersQuery = z.preprocess(
  (given: Record<string, unknown>) => ({ ...given, tier: given.tier ?? given.subscriptionTier }),
  filtersSchema,
);

/** Reads the filters from a query. */
export const filtersOf = (query: URLSearchParams): Filters => filtersQuery.parse(Object.fromEntries(query));

/** The query of a list with these filters; defaults are left out, so that addresses stay short. */
export function queryOf(filters: Partial<Filters>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value && !(name === 'sort' && value === usualSort(filters.search))) query.set(name, value);
  }
  return query;
}
