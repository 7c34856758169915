import { z } from 'zod';
import { oneOf, searchText } from '../../core/schemas/request-shapes.ts';

export const ownSorts = ['newest', 'views', 'likes', 'sales', 'rated', 'price'] as const;
export type OwnSort = (typeof ownSorts)[number];

export const ownStates = ['all', 'published', 'draft', 'scheduled', 'withdrawn'] as const;
export type OwnState = (typeof ownStates)[number];

export const ownFilters = z.object({
  search: searchText,
  sort: oneOf(ownSorts).transform((sort) => sort ?? 'newest'),
  state: oneOf(ownStates).transform((state) => state ?? 'all'),
});
export type OwnFilters = z.output<typeof ownFilters>;
