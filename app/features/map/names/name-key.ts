/** Letters that Unicode does not take apart into a letter and a sign. */
const plain: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};
const taken = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** Signs that any script borrows: accents and vowel points, but not the two that make another kana (カ, ガ). */
const signs = /(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7]/gu;
const notInKey = /[^\p{L}\p{N}\p{M}]/gu;

/** What names are compared by: letters and digits only, in lower case and without accents. 'Jūji-gatame', 'juji gatame'
 *  and 'jujigatame' are one name; full-width signs are usual ones, and kanji and kana stay. */
export const nameKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(taken, (letter) => plain[letter] ?? letter)
    .replace(signs, '')
    .replace(notInKey, '')
    .normalize('NFC');

/** Kanji, kana and hangul are written without blanks, and a name has two to four signs. */
export const isUnspaced = (key: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(key);

/** The keys of the words of a text. */
export const wordKeys = (text: string): string[] =>
  text
    .split(/[\s\p{Pd}\u3000/+,;.]+/u)
    .map(nameKey)
    .filter(Boolean);

/** What the plural of a word is made of, in keys: 'raspagens', 'leões', then 'passes', 'armbars'. */
const plurals: Record<'en' | 'pt', [RegExp, string][]> = {
  en: [
    [/(s|x|z|ch|sh)es$/, '$1'],
    [/([^su])s$/, '$1'],
  ],
  pt: [
    [/[ao]es$/, 'ao'],
    [/ns$/, 'm'],
    [/([^su])s$/, '$1'],
  ],
};
const shortestPlural = 4;

/** The keys of a text whose words are made singular, as English and as Portuguese words, without that of the text. */
export function singularKeys(text: string): string[] {
  const words = wordKeys(text);
  const keys = Object.values(plurals).map((endings) =>
    words
      .map((word) => {
        const ending = word.length < shortestPlural ? undefined : endings.find(([end]) => end.test(word));
        return ending ? word.replace(...ending) : word;
      })
      .join(''),
  );
  return [...new Set(keys)].filter((key) => key !== words.join(''));
}
