import { type Role, roles } from '../graph/states.ts';

/** The viewer's role in an address; null where it does not say. */
export const readRole = (query: URLSearchParams): Role | null =>
  roles.find((role) => role === query.get('as')) ?? null;

/** Where an address with an old slug or id leads, with what else it says; null when it is the right one. */
export function rightAddress(url: URL, path: string): string | null {
  return url.pathname === path ? null : `${path}${url.search}`;
}
