import { z } from 'zod';
import { oneOf, searchText } from '../handbook/asked.ts';

/** Whom the list of users shows. */
export const shownUsers = { everybody: 'Everybody', admins: 'Admins', suspended: 'Suspended' } as const;
export type ShownUsers = keyof typeof shownUsers;
const shown = Object.keys(shownUsers) as [ShownUsers, ...ShownUsers[]];

/** What an address of the two lists asks for; what it does not understand is the usual, never an error. */
export const memberFilters = z.object({
  search: searchText,
  show: oneOf(shown).transform((show) => show ?? 'everybody'),
});
