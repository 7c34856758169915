import { z } from 'zod';
import { oneOf } from '../../core/schemas/request-shapes.ts';
import type { Ruleset } from '../graph/states.ts';

const mostTags = 6;
const tagList = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? [...new Set(value.toLowerCase().split(','))].filter((tag) => isTag.test(tag))
      : [],
  z.array(z.string()).transform((tags) => tags.slice(0, mostTags)),
);
const isTag = /^[\w-]{1,40}$/;

/** The filters of a list of techniques; what is unknown filters nothing. */
export const tagQuery = z.object({
  with: tagList,
  without: tagList,
  ruleset: oneOf(['gi', 'nogi']),
});
export type TagFilters = z.output<typeof tagQuery>;

export const readTagFilters = (query: URLSearchParams): TagFilters =>
  tagQuery.parse(Object.fromEntries(query));

const isKept = (tags: ReadonlySet<string>, filters: Pick<TagFilters, 'with' | 'without'>) =>
  filters.with.every((tag) => tags.has(tag)) && !filters.without.some((tag) => tags.has(tag));

const isAllowed = (ruleset: Ruleset | undefined, wanted: TagFilters['ruleset']) =>
  !wanted || !ruleset || ruleset === 'both' || ruleset === wanted;

interface Listed {
  allTags: ReadonlySet<string>;
  ruleset?: Ruleset;
}

export const filtered = <Thing extends Listed>(things: readonly Thing[], filters: TagFilters): Thing[] =>
  things.filter((thing) => isKept(thing.allTags, filters) && isAllowed(thing.ruleset, filters.ruleset));

export interface TagCount {
  tag: string;
  count: number;
}

/** How many of the things would stay if the tag were asked for; a tag of all or of none filters nothing. */
export function countTags(things: readonly Listed[], chosen: readonly string[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const { allTags } of things) for (const tag of allTags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([tag, count]) => count < things.length && !chosen.includes(tag))
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((one, other) => other.count - one.count || one.tag.localeCompare(other.tag));
}

/** The address with other filters. Commas stay as they are, so that the page can be kept for others. */
export function filterPath(
  path: string,
  filters: TagFilters,
  others: Record<string, string | undefined> = {},
) {
  const parts = [
    ...Object.entries(others).map(([name, value]) => value && `${name}=${value}`),
    filters.with.length > 0 && `with=${filters.with.join(',')}`,
    filters.without.length > 0 && `without=${filters.without.join(',')}`,
    filters.ruleset && `ruleset=${filters.ruleset}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path;
}

export const isFiltered = (filters: TagFilters) =>
  filters.with.length > 0 || filters.without.length > 0 || filters.ruleset !== undefined;
