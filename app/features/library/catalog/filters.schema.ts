import { z } from 'zod';
import { categories, contentTypes, difficultyLevels, techniqueTypes } from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { oneOf, searchText } from '../../core/schemas/request-shapes.ts';

/** Sorts of a list; `best` needs a search. */
export const sorts = ['best', 'newest', 'popular', 'rated', 'price'] as const;
export type Sort = (typeof sorts)[number];

export const usualSort = (search: string | undefined): Sort => (search ? 'best' : 'newest');

/** The filters of Discover and GET /api/content; all are applied. */
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

/** Accepts `subscriptionTier` for `tier`. */
export const filtersQuery = z.preprocess(
  (given: Record<string, unknown>) => ({ ...given, tier: given.tier ?? given.subscriptionTier }),
  filtersSchema,
);

export const filtersOf = (query: URLSearchParams): Filters => filtersQuery.parse(Object.fromEntries(query));

/** The query of a list with these filters; defaults are left out to keep addresses short. */
export function queryOf(filters: Partial<Filters>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value && !(name === 'sort' && value === usualSort(filters.search))) query.set(name, value);
  }
  return query;
}
