import { anyOf, db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { allOf, type Sql } from '../../core/lists/read-list.sql.server.ts';
import type { NameLanguage } from '../../map/names/languages.ts';
import { namesFrom } from '../../map/names/name-candidates.server.ts';
import { isUnspaced, nameKey, singularKeys, wordKeys } from '../../map/names/name-key.ts';
import { everydayKeys } from '../../map/names/term-table.ts';
import type { Match } from './search.server.ts';

/** A name of the map that a search was extended by. */
export interface OtherName {
  language: NameLanguage;
  text: string;
}

/** Words of a search that name a term, a position or a transition of the map. */
interface NamedPart {
  /** All names of the term, for `tsquery`. */
  query: string;
  /** Of items that show it (`content.map_keys`). */
  keys: string[];
}

export interface NamedSearch {
  parts: NamedPart[];
  /** Of items that show a position or a transition whose name is the whole search. */
  keys: string[];
  /** The preferred names of the terms, without those that were searched. */
  otherNames: OtherName[];
}

const mostWords = 12;
const mostWordsOfName = 6;
const mostParts = 3;
const mostThings = 20;
const mostShown = 5;
/** One sign begins too many names. */
const shortestBegun = 2;
const mostBegun = 2;

/** Signs that `websearch_to_tsquery` reads: "phrases", -without, or. Such a search is for words as they are typed. */
const isForWords = /"|(?:^|\s)-\S|\bor\b/i;

/** Recognises names of the map in a search: each stands for all names of its term, so that 'rnc', 'mata leão' and
 *  '裸絞' find the same items (ADR-070). Null when there is none. */
export async function namedSearch(em: Em, search: string): Promise<NamedSearch | null> {
  const words = search.split(/\s+/).filter((word) => nameKey(word) !== '');
  if (words.length === 0 || words.length > mostWords || isForWords.test(search)) return null;
  const asked = spansOf(words);
  const found = await db(em)
    .selectFrom('map_names')
    .select(['key', 'term_id', 'position_id', 'transition_id'])
    .distinct()
    .where('key', '=', anyOf('text', [...new Set(asked.flatMap(({ keys }) => keys))]))
    .execute();
  const inUse = new Set(found.map(({ key }) => key));
  const spans = asked.map(({ keys, ...span }) => ({
    ...span,
    key: keys.find((key) => inUse.has(key)) ?? keys[0] ?? '',
  }));
  const whole = spans.find(({ from, to }) => from === 0 && to === words.length)?.key ?? '';
  if (found.length === 0) found.push(...(await begunNames(em, whole)));
  if (found.length === 0) return null;

  const termsOf = new Map<string, number[]>();
  for (const { key, term_id } of found)
    if (term_id !== null) termsOf.set(key, [...(termsOf.get(key) ?? []), term_id]);
  // An everyday word is a name only where it is the whole search.
  const isName = (key: string) => termsOf.has(key) && (key === whole || !everydayKeys.has(key));
  const chosen = longestNames(spans, words.length, isName);
  const keys = found
    .filter(({ key, term_id }) => key === whole && term_id === null)
    .map(({ position_id, transition_id }) => (position_id === null ? `m${transition_id}` : `p${position_id}`))
    .slice(0, mostThings);
  if (chosen.length === 0 && keys.length === 0) return null;

  const named = new Set(chosen.flatMap(({ from, to }) => words.slice(from, to).map((_, at) => from + at)));
  const rest = words.filter((_, at) => !named.has(at));
  const [names, restQuery] = await queriesOf(em, [...termsOf.values()].flat(), rest.join(' '));
  const parts = chosen.map(({ key }) => {
    const terms = termsOf.get(key) ?? [];
    const ofTerms = names.filter(({ term_id }) => term_id !== null && terms.includes(term_id));
    const searched = ofTerms.filter((name) => name.key === key || !everydayKeys.has(name.key));
    return {
      query: anyQuery(searched.flatMap(spellings)),
      keys: terms.map((id) => `t${id}`),
    };
  });
  if (restQuery !== '') parts.push({ query: restQuery, keys: [] });
  const typed = new Set(spans.map(({ key }) => key));
  const shown = names.filter(
    ({ term_id, is_preferred, key }) =>
      is_preferred && !typed.has(key) && chosen.some((each) => termsOf.get(each.key)?.includes(term_id ?? 0)),
  );
  return {
    parts,
    keys,
    otherNames: shown.slice(0, mostShown).map(({ language, text }) => ({ language, text })),
  };
}

/** The terms whose name in kanji or kana begins with the whole search, as names are said: '腕十' for '腕十字固め'. */
async function begunNames(em: Em, whole: string) {
  if (!isUnspaced(whole) || whole.length < shortestBegun) return [];
  const names = await namesFrom(em, [], whole);
  const terms = [...new Set(names.map(({ term_id }) => term_id))].slice(0, mostBegun);
  return terms.map((term_id) => ({ key: whole, term_id, position_id: null, transition_id: null }));
}

interface Span {
  from: number;
  to: number;
  key: string;
}

/** Each run of neighbouring words, with its key and those of its singular. */
const spansOf = (words: readonly string[]): (Omit<Span, 'key'> & { keys: string[] })[] =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(mostWordsOfName, words.length - from) }, (_, more) => {
      const to = from + more + 1;
      const run = words.slice(from, to).join(' ');
      return { from, to, keys: [nameKey(run), ...singularKeys(run)] };
    }),
  );

/** From left to right, the longest name that begins at each word. */
function longestNames(spans: readonly Span[], length: number, isName: (key: string) => boolean): Span[] {
  const chosen: Span[] = [];
  for (let at = 0; at < length && chosen.length < mostParts; ) {
    const longest = spans.findLast(({ from, key }) => from === at && isName(key));
    if (longest) chosen.push(longest);
    at = longest ? longest.to : at + 1;
  }
  return chosen;
}

/** The names of terms as queries of all their words, and of their words written as one; and the query of other words. */
async function queriesOf(em: Em, terms: readonly number[], rest: string) {
  const asQuery = (text: unknown) => sql<string>`plainto_tsquery('english', plain_text(${text}))::text`;
  const names = await db(em)
    .selectFrom('map_names')
    .select(['term_id', 'key', 'text', 'language', 'is_preferred'])
    .select([
      asQuery(sql`translate(text, '-', ' ')`).as('query'),
      // Most names are never written as one word, and each alternative is compared with each item that is read.
      sql<string | null>`(select ${asQuery(sql.ref('key'))} from search_words where word = key)`.as('joined'),
      asQuery(rest).as('rest'),
    ])
    .where('term_id', '=', anyOf('int4', terms))
    .orderBy('id')
    .execute();
  if (names[0]) return [names, names[0].rest] as const;
  const other = await db(em).selectNoFrom(asQuery(rest).as('rest')).executeTakeFirst();
  return [names, other?.rest ?? ''] as const;
}

/** A name as it is written, and in one word where titles have it so ('kneebar'). Kanji and kana have no blanks, so
 *  there a name may be the beginning of a longer word. */
function spellings({
  key,
  text,
  query,
  joined,
}: {
  key: string;
  text: string;
  query: string;
  joined: string | null;
}) {
  if (isUnspaced(key)) return [/^'[^']+'$/.test(query) ? `${query}:*` : query];
  return joined !== null && wordKeys(text).length > 1 ? [query, joined] : [query];
}

/** Whether what has one lexeme has the other too; `'裸絞':*` stands for all that begin so. */
const isWithin = (one: string, other: string) =>
  one === other || (other.endsWith("':*") && one.startsWith(other.slice(0, -3)));

/** One query of several, without those that another one covers ('kimura lock' beside 'kimura'). */
function anyQuery(queries: readonly string[]): string {
  const distinct = [...new Set(queries)].filter(Boolean);
  const lexemes = new Map(distinct.map((query) => [query, query.split(' & ')]));
  const isCovered = (query: string) =>
    distinct.some((other) => {
      const [its, others] = [lexemes.get(query) ?? [], lexemes.get(other) ?? []];
      return other !== query && others.every((lexeme) => its.some((each) => isWithin(each, lexeme)));
    });
  return distinct
    .filter((query) => !isCovered(query))
    .map((query) => `(${query})`)
    .join(' | ');
}

/** The conditions of a search with names. Items that show what is named count like items with its name as a tag. */
export function matchingNames({ parts, keys }: NamedSearch, title: string | null): Match {
  // As subqueries, or PostgreSQL adds up guesses for each name and reads the whole table for many rare ones.
  const shows = (keys: string[]) => (keys.length > 0 ? [sql`c.map_keys && (select ${keys}::text[])`] : []);
  const each = (column: Sql, linked: typeof shows) => {
    const named = parts.map(({ query, keys }) =>
      anyOfThese([sql`${column} @@ (select ${query}::tsquery)`, ...linked(keys)]),
    );
    return anyOfThese([...(named.length > 0 ? [allOf(named)] : []), ...linked(keys)]);
  };
  return {
    anywhere: each(sql`c.search`, shows),
    inNames: each(sql`c.names_search`, shows),
    inTitle: each(sql`c.title_search`, () => []),
    title,
  };
}

const anyOfThese = (conditions: Sql[]) =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/** What either search finds. */
export const eitherMatch = (one: Match, other: Match): Match => ({
  anywhere: anyOfThese([one.anywhere, other.anywhere]),
  inNames: anyOfThese([one.inNames, other.inNames]),
  inTitle: anyOfThese([one.inTitle, other.inTitle]),
  title: one.title ?? other.title,
});
