import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { nameSources } from './import-names.server.ts';
import type { NameLanguage } from './languages.ts';
import { nameKey } from './name-key.ts';

export const thingKinds = ['position', 'transition', 'term'] as const;
export type ThingKind = (typeof thingKinds)[number];

export interface Thing {
  kind: ThingKind;
  id: number;
}

interface NewName {
  text: string;
  language?: NameLanguage;
  /** The name that is shown; the one before stays as another name. */
  isPreferred?: boolean;
}

/** Gives a thing a name that it is found by; a name that it has already may become the preferred one. Imports keep it.
 *  @returns whether the text has a letter or digit to be found by */
export async function addName(em: Em, { kind, id }: Thing, name: NewName): Promise<boolean> {
  const { text, language = 'en', isPreferred = false } = name;
  const key = nameKey(text);
  if (key === '') return false;
  if (isPreferred) {
    await db(em)
      .updateTable('map_names')
      .set({ is_preferred: false })
      .where(`${kind}_id`, '=', id)
      .where('language', '=', language)
      .where('is_preferred', '=', true)
      .execute();
  }
  await db(em)
    .insertInto('map_names')
    .values({
      term_id: null,
      position_id: null,
      transition_id: null,
      [`${kind}_id`]: id,
      language,
      text,
      key,
      is_preferred: isPreferred,
      source: nameSources.member,
    })
    .onConflict((conflict) =>
      isPreferred
        ? conflict.constraint('map_names_once').doUpdateSet({ is_preferred: true, text })
        : conflict.constraint('map_names_once').doNothing(),
    )
    .execute();
  return true;
}

/** Makes the names of one thing other names of another, such as those of a merged proposal. */
export async function moveNames(em: Em, from: Thing, to: Thing): Promise<void> {
  const names = await namesOf(em, from);
  for (const { text, language } of names) await addName(em, to, { text, language });
  await db(em).deleteFrom('map_names').where(`${from.kind}_id`, '=', from.id).execute();
}

export interface Name {
  language: NameLanguage;
  text: string;
  isPreferred: boolean;
}

/** The names of a thing, the preferred ones first. */
export const namesOf = (em: Em, { kind, id }: Thing): Promise<Name[]> =>
  db(em)
    .selectFrom('map_names')
    .select(['language', 'text', 'is_preferred as isPreferred'])
    .where(`${kind}_id`, '=', id)
    .orderBy('is_preferred', 'desc')
    .orderBy('id')
    .execute();

export interface TermOfThing {
  id: number;
  slug: string;
  names: Name[];
}

/** The terms that describe a position or a transition, each with its preferred names. */
export async function termsOfThing(em: Em, { kind, id }: Thing & { kind: 'position' | 'transition' }) {
  const rows = await db(em)
    .selectFrom('map_term_links as link')
    .innerJoin('map_terms as term', 'term.id', 'link.term_id')
    .innerJoin('map_names as name', 'name.term_id', 'term.id')
    .select(['term.id', 'term.slug', 'name.language', 'name.text'])
    .where(`link.${kind}_id`, '=', id)
    .where('name.is_preferred', '=', true)
    .orderBy('term.id')
    .orderBy('name.id')
    .execute();
  const terms = new Map<number, TermOfThing>();
  for (const { id, slug, language, text } of rows) {
    const term = terms.get(id) ?? { id, slug, names: [] };
    term.names.push({ language, text, isPreferred: true });
    terms.set(id, term);
  }
  return [...terms.values()];
}
