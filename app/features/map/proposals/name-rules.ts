import type { NameLanguage } from '../names/languages.ts';
import { nameKey } from '../names/name-key.ts';

export const longestName = 100;

/** Controls, marks that change the direction of what is shown beside them, and signs without width. The two joiners
 *  stay: some scripts are not written without them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A text in one line, of any script. */
export const oneLine = (text: string): string =>
  text.replace(unseen, ' ').replace(/\s+/gu, ' ').trim().normalize('NFC');

/** Whether a name can be found by others. */
export const isName = (text: string): boolean => nameKey(text) !== '' && text.length <= longestName;

export const nameRule = `A name has a letter or digit and at most ${longestName} characters.`;

/** A guess that curators can correct. */
export function languageOf(name: string): NameLanguage {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return 'ja';
  return /[ãõçáàâéêíóôú]/i.test(name) ? 'pt' : 'en';
}
