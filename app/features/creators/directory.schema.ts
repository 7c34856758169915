import { z } from 'zod';
import { oneOf, searchText } from '../handbook/asked.ts';
import { beltLevels, martialArts } from '../profile/words.ts';

export const creatorSorts = ['newest', 'followers', 'techniques'] as const;
export type CreatorSort = (typeof creatorSorts)[number];

/** What an address of the directory asks for; what it does not understand is no filter, never an error. */
const directorySchema = z.object({
  // Cards write usernames with an @, so people type it.
  search: searchText.transform((text) => text.replace(/^@/, '')),
  martialArt: oneOf(martialArts),
  belt: oneOf(beltLevels),
  sort: oneOf(creatorSorts).transform((sort) => sort ?? 'newest'),
});
export type DirectoryFilters = z.output<typeof directorySchema>;

/** A query as it comes; the profile's word `beltLevel` is accepted for `belt`. */
export const directoryQuery = z.preprocess(
  (given: Record<string, unknown>) => ({ ...given, belt: given.belt ?? given.beltLevel }),
  directorySchema,
);

/** Reads the filters from a query. */
export const directoryFilters = (query: URLSearchParams): DirectoryFilters =>
  directoryQuery.parse(Object.fromEntries(query));

export const everybody = directoryFilters(new URLSearchParams());
