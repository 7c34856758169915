/** Every page has it. */
export const keyOfAll = 'all';
/** Has a page that shows more things than it has keys for; every change concerns it. */
export const keyOfMany = 'many';
const mostKeys = 100;

const links = /href="\/(content|creators)\/(\w{1,30})(?=["?#/])/g;
const ownPath = /^\/(content|creators)\/(\w{1,30})$/;
const withLists = /^\/($|discover$|creators|map)/;
const withMap = /^\/(content\/|map)/;

const keyOf = (folder: string, name: string) =>
  folder === 'content' ? `item-${name}` : `creator-${name.toLowerCase()}`;

/** The keys by which a change finds a page: `all`, `lists` for pages where a new item may appear, `map`, and
 *  `item-<id>` and `creator-<username>` for each item and creator that it is about or links to. They are read from the
 *  page itself, so that no page can forget to name what it shows.
 *  @returns at most 104 keys of at most 40 letters */
export function keysOf(path: string, html: string): string[] {
  const shown = new Set<string>();
  for (const [, folder = '', name = ''] of html.matchAll(links)) shown.add(keyOf(folder, name));
  const [, folder = '', name = ''] = ownPath.exec(path) ?? [];
  return [
    keyOfAll,
    ...(withLists.test(path) ? ['lists'] : []),
    ...(withMap.test(path) ? ['map'] : []),
    ...new Set([...(folder ? [keyOf(folder, name)] : []), ...(shown.size > mostKeys ? [keyOfMany] : shown)]),
  ];
}
