import { z } from 'zod';

export const ownSorts = ['newest', 'views', 'likes', 'sales', 'rated', 'price'] as const;
export type OwnSort = (typeof ownSorts)[number];

export const ownStates = ['all', 'published', 'draft', 'scheduled', 'withdrawn'] as const;
export type OwnState = (typeof ownStates)[number];

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, usual: Words[number]) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    z.enum(words).catch(usual),
  );

/** What an address of My Content asks for; what it does not understand is the usual, never an error. */
export const ownFilters = z.object({
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
  sort: oneOf(ownSorts, 'newest'),
  state: oneOf(ownStates, 'all'),
});
export type OwnFilters = z.output<typeof ownFilters>;
