import { z } from 'zod';
import { beltLevels, martialArts } from '../accounts/words.ts';

export const creatorSorts = ['newest', 'followers', 'techniques'] as const;
export type CreatorSort = (typeof creatorSorts)[number];

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : undefined),
    z.enum(words).optional().catch(undefined),
  );

/** What an address of the directory asks for; what it does not understand is no filter, never an error. */
const directorySchema = z.object({
  search: z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .replace(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, 100)
        : '',
    z.string(),
  ),
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
