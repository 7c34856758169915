import type { Term } from './terms/term.ts';

export interface NamedThing {
  name: string;
  tags: readonly string[];
  /** The family of a position, which is a term with the same slug. */
  family?: string;
}

/** The terms that a position or a transition shows: those whose tag it has, or whose words its name has. A transition
 *  has the tags of its own and those that both its ends have. */
export function termsOf(
  table: readonly Term[],
  { name, tags, family }: NamedThing,
  ends?: readonly [readonly string[], readonly string[]],
): Term[] {
  const shared = ends ? ends[0].filter((tag) => ends[1].includes(tag)) : [];
  const own = new Set([...tags, ...shared]);
  const words = name.toLowerCase().replace(/\s+/g, ' ');
  return table.filter(
    (term) => term.slug === family || term.tags.some((tag) => own.has(tag)) || term.says?.test(words),
  );
}
