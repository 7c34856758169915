import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { forgiven, spellingDistance } from '../../core/lists/near-words.ts';
import { isUnspaced, nameKey, singularKeys, wordKeys } from './name-key.ts';
import type { ThingKind } from './names.server.ts';

/** How a name was found: the whole name, its beginning, every word somewhere in it, or a similar spelling. */
export const matchKinds = ['exact', 'prefix', 'words', 'near'] as const;
export type MatchKind = (typeof matchKinds)[number];

/** Names that one way of searching may bring. */
const most = 200;
const mostWords = 8;
/** Trigrams are of three letters. */
const shortestIndexed = 3;
const shortestNear = 4;
const longestNear = 32;
/** A name this similar is meant, even when many letters differ ('hadakajime', 'hadakashime'). */
const isSimilar = 0.5;

/** Names of these kinds of things, and of terms, which lead to the others. */
const named = (em: Em, kinds: readonly ThingKind[]) =>
  db(em)
    .selectFrom('map_names as name')
    .select((name) => [
      ...(['term_id', 'position_id', 'transition_id', 'text', 'language', 'key', 'is_preferred'] as const),
      name.fn<number>('char_length', ['name.key']).as('length'),
    ])
    .where(({ or, eb }) =>
      or((['term', ...kinds] as const).map((kind) => eb(`name.${kind}_id`, 'is not', null))),
    );

/** Operators of `text_pattern_ops`, so that a prepared statement uses the index for any text. */
const startsWith = (text: string) =>
  sql<boolean>`(name.key ~>=~ ${text} and name.key ~<~ ${`${text}\u{10ffff}`})`;

/** Names that are the text or begin with it, the shortest first; when there is none, those of the singular. */
export async function namesFrom(em: Em, kinds: readonly ThingKind[], text: string) {
  for (const key of [nameKey(text), ...singularKeys(text)]) {
    const found = key === '' ? [] : await namesFromKey(em, kinds, key);
    if (found.length > 0) return found;
  }
  return [];
}

async function namesFromKey(em: Em, kinds: readonly ThingKind[], key: string) {
  const found = await named(em, kinds)
    .where(startsWith(key))
    .orderBy('length')
    // 'Leg lock' is what one lock is called, and another name of the kneebar.
    .orderBy('name.is_preferred', 'desc')
    .orderBy('name.id')
    .limit(most)
    .execute();
  return found.map((name) => ({
    ...name,
    match: name.key === key ? ('exact' as const) : ('prefix' as const),
  }));
}

/** Names that have every word of the text, in any order. */
export async function namesWith(em: Em, kinds: readonly ThingKind[], text: string) {
  const words = wordKeys(text)
    .slice(0, mostWords)
    .toSorted((a, b) => b.length - a.length);
  const [longest = ''] = words;
  if (longest.length < shortestIndexed || isUnspaced(longest)) return [];
  const found = await named(em, kinds)
    .where('name.key', 'like', `%${longest}%`)
    .where(sql<boolean>`name.key like all(${words.map((word) => `%${word}%`)}::text[])`)
    .orderBy('length')
    .orderBy('name.id')
    .limit(most)
    .execute();
  return found.map((name) => ({ ...name, match: 'words' as const }));
}

/** Names that are spelt in a similar way, the nearest first. Trigrams miss swapped letters, so names that begin alike
 *  and are about as long are compared too (ADR-005). */
export async function namesNear(em: Em, kinds: readonly ThingKind[], text: string) {
  const key = nameKey(text);
  if (key.length < shortestNear || key.length > longestNear || isUnspaced(key)) return [];
  const similarity = sql<number>`similarity(name.key, ${key})`;
  const alike = await named(em, kinds)
    .select(similarity.as('similarity'))
    .where(sql<boolean>`name.key % ${key}`)
    .orderBy('similarity', 'desc')
    .orderBy('name.id')
    .limit(most / 4)
    .execute();
  const mistakes = forgiven(key);
  const begins = await named(em, kinds)
    .select(similarity.as('similarity'))
    .where(startsWith(key.slice(0, 1)))
    .where(sql<boolean>`char_length(name.key) between ${key.length - mistakes} and ${key.length + mistakes}`)
    .orderBy('similarity', 'desc')
    .orderBy('name.id')
    .limit(most / 4)
    .execute();
  return [...alike, ...begins]
    .map((name) => ({ ...name, match: 'near' as const, distance: spellingDistance(key, name.key) }))
    .filter(({ distance, similarity }) => distance <= mistakes || similarity >= isSimilar)
    .toSorted((a, b) => a.distance - b.distance || b.similarity - a.similarity || a.length - b.length);
}

export type FoundName = Awaited<ReturnType<typeof namesFrom>>[number] | FoundByWords;
type FoundByWords =
  | Awaited<ReturnType<typeof namesWith>>[number]
  | Awaited<ReturnType<typeof namesNear>>[number];
