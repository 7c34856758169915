import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Every word of a published title or name, kept by the database, for suggestions of near words. */
export const SearchWord = defineEntity({
  name: 'SearchWord',
  tableName: 'search_words',
  properties: {
    word: p.text().primary(),
  },
});
export type SearchWord = InferEntity<typeof SearchWord>;
