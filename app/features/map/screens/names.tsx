import type { NameLanguage } from '../names/languages.ts';
import type { ShownNames } from './names.server.ts';

const languageNames: Record<NameLanguage, string> = {
  en: 'English',
  pt: 'Portuguese',
  ja: 'Japanese',
  'ja-latn': 'Japanese, romanised',
};
const marks: Record<NameLanguage, string | undefined> = {
  en: undefined,
  pt: 'pt',
  ja: 'ja',
  'ja-latn': 'ja-Latn',
};
const languages = Object.keys(languageNames) as NameLanguage[];

/** What it is called, and what it belongs to, in each language that is known. */
export function Names({ names }: { names: ShownNames }) {
  const { own, terms } = names;
  const rows = languages.map((language) => ({
    language,
    words: [
      ...new Set([
        ...own.filter((name) => name.language === language).map(({ text }) => text),
        ...terms.flatMap((term) => term.names[language] ?? []),
      ]),
    ],
  }));
  const known = rows.filter(({ words }) => words.length > 0);
  if (known.length === 0) return null;
  return (
    <dl className="facts">
      {known.map(({ language, words }) => (
        <div key={language}>
          <dt>{languageNames[language]}</dt>
          <dd lang={marks[language]}>{words.join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
