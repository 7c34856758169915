import { z } from 'zod';
import { oneOf, searchText } from '../../core/schemas/request-shapes.ts';

export const shownUsers = { everybody: 'Everybody', admins: 'Admins', suspended: 'Suspended' } as const;
export type ShownUsers = keyof typeof shownUsers;
const shown = Object.keys(shownUsers) as [ShownUsers, ...ShownUsers[]];

/** By when they joined: only this order has an index for every choice of members. */
export const memberSorts = { newest: 'Newest', oldest: 'Oldest' } as const;
export type MemberSort = keyof typeof memberSorts;
const sorts = Object.keys(memberSorts) as [MemberSort, ...MemberSort[]];

/** The query of the two lists; what it does not understand becomes the default, never an error. */
export const memberFilters = z.object({
  search: searchText,
  show: oneOf(shown).transform((show) => show ?? 'everybody'),
  sort: oneOf(sorts).transform((sort) => sort ?? 'newest'),
});
