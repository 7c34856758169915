import { z } from 'zod';
import {
  categories,
  contentTypes,
  difficultyLevels,
  labelOf,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { searchText } from '../../core/schemas/request-shapes.ts';

/** Sorts of a list; `best` needs a search. */
export const sorts = ['best', 'newest', 'popular', 'rated', 'price'] as const;
export type Sort = (typeof sorts)[number];

export const usualSort = (search: string | undefined): Sort => (search ? 'best' : 'newest');

/** What can be chosen on Discover beside the search, with its label. */
export const filterWords = {
  tier: { label: 'Subscription Tier', words: tiers },
  category: { label: 'Category', words: categories },
  techniqueType: { label: 'Technique type', words: techniqueTypes },
  difficultyLevel: { label: 'Difficulty level', words: difficultyLevels },
  contentType: { label: 'Content type', words: contentTypes },
} as const;
export type FilterName = keyof typeof filterWords;
export const filterNames = Object.keys(filterWords) as FilterName[];

/** 'all' and an empty word are no filter; other words than these are refused, with those that may be sent. */
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, none: readonly string[]) =>
  z.preprocess((value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    return word === '' || none.includes(word as string) ? undefined : word;
  }, z.enum(words, { error: `Please choose one of: ${[...none, ...words].join(', ')}.` }).optional());
const filter = <const Words extends readonly [string, ...string[]]>({ words }: { words: Words }) =>
  oneOf(words, ['all']);

const filtersSchema = z
  .object({
    search: searchText,
    tier: filter(filterWords.tier),
    category: filter(filterWords.category),
    techniqueType: filter(filterWords.techniqueType),
    difficultyLevel: filter(filterWords.difficultyLevel),
    contentType: filter(filterWords.contentType),
    sort: oneOf(sorts, []),
  })
  .transform(({ sort, ...filters }) => ({
    ...filters,
    sort: sort && (sort !== 'best' || filters.search) ? sort : usualSort(filters.search),
  }));
export type Filters = z.output<typeof filtersSchema>;

/** The filters of Discover and GET /api/content; all are applied. Accepts `subscriptionTier` for `tier`. */
export const filtersQuery = z.preprocess(
  (given: Record<string, unknown>) => ({ ...given, tier: given.tier ?? given.subscriptionTier }),
  filtersSchema,
);

/** The filters of an address, and the words in it that are no filter. A page leaves those out and says so. */
export function readFilters(query: URLSearchParams): { filters: Filters; unknown: string[] } {
  const given: Record<string, unknown> = Object.fromEntries(query);
  const parsed = filtersQuery.safeParse(given);
  if (parsed.success) return { filters: parsed.data, unknown: [] };
  const wrong = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
  const unknown = wrong.map((name) => String(given[name] ?? given.subscriptionTier));
  const isKept = (name: string) => !wrong.includes(name === 'subscriptionTier' ? 'tier' : name);
  const rest = Object.entries(given).filter(([name]) => isKept(name));
  return { filters: filtersQuery.parse(Object.fromEntries(rest)), unknown };
}

export const filtersOf = (query: URLSearchParams): Filters => readFilters(query).filters;

/** The query of a list with these filters; defaults are left out to keep addresses short. */
export function queryOf(filters: Partial<Filters>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value && !(name === 'sort' && value === usualSort(filters.search))) query.set(name, value);
  }
  return query;
}

export interface ActiveFilter {
  label: string;
  word: string;
  /** The address of the list without this filter. */
  without: string;
}

/** The search and the filters that narrow a list, each with the way to remove it. */
export function activeFilters(filters: Filters): ActiveFilter[] {
  const without = (name: 'search' | FilterName) => {
    const sort = name === 'search' && filters.sort === 'best' ? undefined : filters.sort;
    const query = queryOf({ ...filters, [name]: undefined, sort }).toString();
    return query ? `/discover?${query}` : '/discover';
  };
  const search = filters.search
    ? [{ label: 'Search', word: `“${filters.search}”`, without: without('search') }]
    : [];
  const chosen = filterNames.flatMap((name) => {
    const word = filters[name];
    return word ? [{ label: filterWords[name].label, word: labelOf(word), without: without(name) }] : [];
  });
  return [...search, ...chosen];
}
