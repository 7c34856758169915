import { expect, test } from 'vitest';
import { nameLanguages } from './languages.ts';
import { termTable } from './term-table.ts';

/** Japanese names that judo gives to what wrestling calls by another name, and one lock for two directions. */
const shared = [
  ...['朽木倒', '双手刈', '双手刈り', '踵返', '肩車', '腕緘'],
  ...['kuchikitaoshi', 'morotegari', 'kibisugaeshi', 'kataguruma', 'udegarami'],
];

test('no name of one language is two terms, but those that are listed', () => {
  const termsOf = new Map<string, Set<string>>();
  for (const { slug, names } of termTable) {
    for (const { language, key } of names) {
      const place = `${language} ${key}`;
      termsOf.set(place, (termsOf.get(place) ?? new Set()).add(slug));
    }
  }
  const twice = [...termsOf].filter(([, slugs]) => slugs.size > 1).map(([place]) => place.split(' ')[1]);
  expect(twice.toSorted()).toEqual(shared.toSorted());
});

test('each term has an English name and one of another language, or the Japanese loan of it', () => {
  expect(termTable.length).toBeGreaterThan(250);
  for (const { slug, names } of termTable) {
    const languages = new Set(names.map(({ language }) => language));
    expect([slug, languages.has('en'), languages.size > 1]).toEqual([slug, true, true]);
    for (const language of languages) {
      expect(names.filter((name) => name.language === language && name.isPreferred)).toHaveLength(1);
    }
  }
});

test('slugs are addresses, and each is there once', () => {
  const slugs = termTable.map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
});

test('each name is written in the letters of its language', () => {
  const letters = {
    en: /^[A-Za-z0-9 '/-]+$/,
    pt: /^[A-Za-zÀ-ÿ0-9 '/-]+$/,
    ja: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーA-Z0-9/]+$/u,
    'ja-latn': /^[A-Za-zĀāĪīŪūĒēŌō-]+$/,
  };
  for (const language of nameLanguages) {
    const names = termTable.flatMap((term) => term.names).filter((name) => name.language === language);
    expect(names.length).toBeGreaterThan(100);
    expect(names.map(({ text }) => text).filter((text) => !letters[language].test(text))).toEqual([]);
    expect(names.filter(({ key, text }) => key === '' || text.length > 60)).toEqual([]);
  }
});

test('the slang of GrappleMap has our words beside it', () => {
  const tags = new Set(termTable.flatMap((term) => term.tags));
  for (const tag of ['t_rex', 'vice_grip', 'double_bag', 'homie', 'twister_side', 'judo_side', 'footsies']) {
    expect([tag, tags.has(tag)]).toEqual([tag, true]);
  }
});
