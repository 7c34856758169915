import type { Em } from '../../../db/orm.server.ts';
import type { NameLanguage } from '../names/languages.ts';
import { type Name, namesOf, termsOfThing } from '../names/names.server.ts';

export interface ShownNames {
  /** Other names of the thing itself. */
  own: Name[];
  /** What it is an example of, with the names of that in each language. */
  terms: { id: number; names: Partial<Record<NameLanguage, string>> }[];
}

/** All names by which a position or a transition is known. */
export async function shownNames(
  em: Em,
  thing: { kind: 'position' | 'transition'; id: number; name: string },
): Promise<ShownNames> {
  const [own, terms] = await Promise.all([namesOf(em, thing), termsOfThing(em, thing)]);
  return {
    own: own.filter(({ text }) => text.toLowerCase() !== thing.name.toLowerCase()),
    terms: terms.map(({ id, names }) => ({
      id,
      names: Object.fromEntries(names.map(({ language, text }) => [language, text])),
    })),
  };
}
