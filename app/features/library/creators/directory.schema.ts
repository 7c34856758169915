import { z } from 'zod';
import { oneOf, searchText } from '../../core/schemas/request-shapes.ts';
import { beltLevels, martialArts } from '../../identity/profile/martial-arts.ts';

export const creatorSorts = ['newest', 'followers', 'techniques'] as const;
export type CreatorSort = (typeof creatorSorts)[number];

/** Filters of the directory; unknown values mean none. Accepts `beltLevel` for `belt`. */
export const directoryQuery = z
  .object({
    // Cards show usernames with an @, so people type it.
    search: searchText.transform((text) => text.replace(/^@/, '')),
    martialArt: oneOf(martialArts),
    belt: oneOf(beltLevels),
    beltLevel: oneOf(beltLevels),
    sort: oneOf(creatorSorts).transform((sort) => sort ?? 'newest'),
  })
  .transform(({ beltLevel, belt = beltLevel, ...filters }) => ({ ...filters, ...(belt && { belt }) }));
export type DirectoryFilters = z.output<typeof directoryQuery>;

export const directoryFilters = (query: URLSearchParams): DirectoryFilters =>
  directoryQuery.parse(Object.fromEntries(query));

export const everybody = directoryFilters(new URLSearchParams());
