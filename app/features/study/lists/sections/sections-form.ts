import type { SectionsForm } from '../list.schema.ts';

/** What the form of the sections means: their ids go with the first titles, and the last title is a new section. */
export function sectionsIn({ ids, titles, up }: SectionsForm): { id?: number; title: string }[] {
  const all = titles.map((title, index) => ({ id: ids[index], title: title ?? '' }));
  const from = up === undefined ? -1 : all.findIndex(({ id }) => id === up);
  const [moved] = from > 0 ? all.splice(from, 1) : [];
  if (moved) all.splice(from - 1, 0, moved);
  return all
    .filter(({ title }) => title !== '')
    .map(({ id, title }) => (id === undefined ? { title } : { id, title }));
}
