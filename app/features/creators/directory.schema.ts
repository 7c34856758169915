import { z } from 'zod';
import { beltLevels, martialArts } from '../accounts/words.ts';
import { oneOf, searchText } from '../content/asked.ts';

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

/** Reads the filters from a query; the profile's word `beltLevel` is accepted for `belt`. */
export function directoryFilters(query: URLSearchParams): DirectoryFilters {
  const given = Object.fromEntries(query);
  return directorySchema.parse({ ...given, belt: given.belt ?? given.beltLevel });
}

export const everybody = directoryFilters(new URLSearchParams());
