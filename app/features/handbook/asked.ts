import { z } from 'zod';

/** 'all', nothing, another case or an unknown word all mean: not asked for. An address never becomes an error. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : undefined),
    z.enum(words).optional().catch(undefined),
  );

const longestSearch = 100;

/** What was typed into a search box, on one line and no longer than one is typed. */
export const searchText = z.preprocess((value) => {
  const text = typeof value === 'string' ? value : '';
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestSearch);
}, z.string());

/** Checkboxes say 'true' or 'on', programs true or 'false'; a word that is neither yes nor no is a mistake. */
export const flag = (name: string) =>
  z.preprocess(
    (value) => {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
      if (['true', 'on', '1', 'yes'].includes(word as string)) return true;
      return ['false', 'off', '0', 'no', '', undefined].includes(word as string) ? false : value;
    },
    z.boolean({ error: `Send ${name} as true or false.` }),
  );
