import type { NameLanguage, TermKind } from '../languages.ts';
import { nameKey } from '../name-key.ts';

/** One line of the table. Names are separated by commas and the preferred one is first. A name with a star is also an
 *  everyday word: it finds the term, but the site's search does not look for it in texts. */
interface Line {
  en: string;
  pt?: string;
  /** Kanji and kana. */
  ja?: string;
  /** Japanese in Latin letters. */
  latin?: string;
  /** Tags of GrappleMap that mean the term. */
  tags?: string;
  /** Names of GrappleMap that mean it. */
  says?: RegExp;
}

export interface TermName {
  language: NameLanguage;
  text: string;
  key: string;
  isPreferred: boolean;
  isEveryday: boolean;
}

export interface Term {
  slug: string;
  kind: TermKind;
  names: TermName[];
  tags: string[];
  says: RegExp | null;
}

const namesOf = (language: NameLanguage, list = ''): TermName[] =>
  list
    .split(', ')
    .filter(Boolean)
    .map((written, at) => {
      const text = written.replace('*', '');
      return { language, text, key: nameKey(text), isPreferred: at === 0, isEveryday: text !== written };
    });

export const terms = (kind: TermKind, lines: Record<string, Line>): Term[] =>
  Object.entries(lines).map(([slug, { en, pt, ja, latin, tags = '', says = null }]) => ({
    slug,
    kind,
    names: [...namesOf('en', en), ...namesOf('pt', pt), ...namesOf('ja', ja), ...namesOf('ja-latn', latin)],
    tags: tags.split(' ').filter(Boolean),
    says,
  }));
