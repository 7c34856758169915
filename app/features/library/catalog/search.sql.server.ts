import type { Em } from '../../../db/orm.server.ts';
import { nullable, rows, text } from '../../../db/raw.server.ts';

/** For each asked word that is no stop word, words in use that look alike; with null, those of `parts` in use. */
export const wordsLike = (em: Em, asked: string[], parts: string[]) =>
  rows(em, { asked: nullable(text), word: text })`
    select asked.word as asked, alike.word
    from unnest(${asked}::text[]) as asked (word)
    cross join lateral (
      (select word from search_words where word % asked.word and char_length(word) > 2 limit 500)
      union
      (select word from search_words
        where left(word, 1) = left(asked.word, 1)
          and char_length(word) between greatest(3, char_length(asked.word) - 2) and char_length(asked.word) + 2
        limit 2000)
    ) alike
    where to_tsvector('english', asked.word) <> ''
    union all
    select null, word from search_words where word = any(${parts}::text[])`;
