import { z } from 'zod';

/** A filter word; 'all', empty and unknown values mean no filter and never an error. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : undefined),
    z.enum(words).optional().catch(undefined),
  );

const longestSearch = 100;

export const searchText = z.preprocess((value) => {
  const text = typeof value === 'string' ? value : '';
  return text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longestSearch);
}, z.string());

/** Checkboxes send 'true' or 'on', calls true or 'false'; any other word is an error. */
export const flag = (name: string) =>
  z.preprocess(
    (value) => {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
      if (['true', 'on', '1', 'yes'].includes(word as string)) return true;
      return ['false', 'off', '0', 'no', '', undefined].includes(word as string) ? false : value;
    },
    z.boolean({ error: `Send ${name} as true or false.` }),
  );

const flags: Record<string, boolean> = { '1': true, true: true, '0': false, false: false };

/** The wanted state, which buttons send as 1 or 0 and calls as true or false; nothing is an error, too. */
export const requiredFlag = (name: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (flags[value] ?? value) : value),
    z.boolean({ error: `Send ${name} as true or false.` }),
  );

/** A whole number; refuses null, true, lists, `1e3` and `0x10`, which JavaScript would convert. */
export const wholeNumber = (message: string, least: number, most: number) =>
  z.preprocess(
    (value) => {
      if (typeof value !== 'string') return value;
      return /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN;
    },
    z.int({ error: message }).min(least, message).max(most, message),
  );

/** Lowercase; an empty choice is undefined. */
export const word = (value: unknown) =>
  typeof value === 'string' ? value.trim().toLowerCase() || undefined : value;

export const choice = <const Words extends readonly [string, ...string[]]>(words: Words, message: string) =>
  z.preprocess(word, z.enum(words, { error: message }));

export const chosenOr = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
  message: string,
) => z.preprocess((value) => word(value) ?? fallback, z.enum(words, { error: message }));
