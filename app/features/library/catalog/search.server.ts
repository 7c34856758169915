import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { cutsOf, nearestOf } from '../../core/lists/near-words.ts';
import { allOf, type Sql } from '../../core/lists/read-list.sql.server.ts';
import { wordsLike } from './search.sql.server.ts';

export interface Near {
  /** For `to_tsquery`. */
  query: string;
  words: string[];
}

const mostWords = 8;

/** Conditions on a row `c` of `content`, each stricter than the one before. */
export interface Match {
  anywhere: Sql;
  inNames: Sql;
  inTitle: Sql;
  /** The search as an exact title; null for corrected words. */
  title: string | null;
}

const byQuery = (query: Sql, title: string | null): Match => ({
  anywhere: sql`c.search @@ ${query}`,
  inNames: sql`c.names_search @@ ${query}`,
  inTitle: sql`c.title_search @@ ${query}`,
  title,
});

const asQuery = (search: string) => sql`websearch_to_tsquery('english', plain_text(${search}))`;

/** Words as typed, with stemming, "phrases", or, and -without. */
export const matching = (search: string): Match => byQuery(asQuery(search), search);

export const nearby = ({ query }: Near): Match =>
  byQuery(sql`(select to_tsquery('english', ${query}))`, null);

/** Whether a search holds only stop words ('about', 'only'), which PostgreSQL does not index. */
export async function holdsNoWord(em: Em, search: string): Promise<boolean> {
  const asked = await db(em)
    .selectNoFrom(sql<boolean>`numnode(${asQuery(search)}) = 0`.as('isEmpty'))
    .executeTakeFirstOrThrow();
  return asked.isEmpty;
}

/** Exact spellings in titles and tags, stop words included; null when no word has three letters. */
export function spelt(search: string): Match | null {
  const words = wordsOf(search);
  if (words.length === 0) return null;
  const holds = (text: Sql) => allOf(words.map((word) => sql`${text} ~ ${`\\m${word}\\M`}`));
  const inNames = holds(sql`c.name_search`);
  return { anywhere: inNames, inNames, inTitle: holds(sql`plain_text(c.title)`), title: search };
}

/** Corrects a search by words in use: 'half gaurd' and 'halfguard' to 'half guard'. Null for nothing to correct. */
export async function nearSearch(em: Em, search: string): Promise<Near | null> {
  const asked = wordsOf(search);
  const pairs = asked.slice(1).map((word, index) => `${asked[index]}${word}`);
  const alike = await likeWords(em, [...asked, ...pairs]);
  const nearTo = (word: string | undefined) => alike.get(word ?? '') ?? [];
  const isKnown = (word: string | undefined) => nearTo(word)[0] === word;

  const words: string[] = [];
  const groups: string[] = [];
  for (let at = 0; at < asked.length; at += 1) {
    const [word = '', next] = asked.slice(at, at + 2);
    const joined = nearTo(pairs[at]);
    const isCutWrongly = !isKnown(word) && (!isKnown(next) || joined[0]?.includes(' '));
    if (joined[0] && (isKnown(pairs[at]) || isCutWrongly)) {
      groups.push(`(${joined.map(asPhrase).join(' | ')} | ${word} & ${next})`);
      words.push(joined[0]);
      at += 1;
    } else {
      const near = nearTo(word);
      groups.push(`(${[word, ...near.map(asPhrase)].join(' | ')})`);
      words.push(near[0] ?? word);
    }
  }
  const isChanged = words.join(' ') !== asked.join(' ');
  return isChanged ? { query: groups.join(' & '), words } : null;
}

/** The parts of a split word must be neighbours, or 'de', 'la' and 'riva' would match anywhere. */
const asPhrase = (words: string) =>
  words.includes('-') ? `'${words}'` : `(${words.replaceAll(' ', ' <-> ')})`;

const isShort = (word: string) => word.length < 3;

/** Words of letters only, as `plain_text` writes them. */
const wordsOf = (search: string) =>
  (
    search
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z]{3,30}/g) ?? []
  ).slice(0, mostWords);

/** For each word, similar words in use, or the words it joins; stop words stay. */
async function likeWords(em: Em, asked: string[]): Promise<Map<string, string[]>> {
  const cuts = new Map(asked.map((word) => [word, cutsOf(word)]));
  const found = await wordsLike(em, [...new Set(asked)], [...new Set([...cuts.values()].flat(2))]);
  const inUse = new Set(found.filter((each) => each.asked === null).map((each) => each.word));
  const near = new Map<string, string[]>();
  for (const word of asked) {
    const alike = found.filter((each) => each.asked === word).map((each) => each.word);
    const split = cuts.get(word)?.find((parts) => parts.every((part) => inUse.has(part)));
    const nearest = nearestOf(word, alike);
    // Short words are in many names, so splitting with them is less likely than a typing mistake.
    const isGuess = split?.some(isShort) && nearest.length > 0;
    const cut = split && nearest[0] !== word ? [split.join(split.every(isShort) ? '-' : ' ')] : [];
    near.set(word, isGuess ? [...nearest, ...cut] : [...cut, ...nearest]);
  }
  return near;
}
