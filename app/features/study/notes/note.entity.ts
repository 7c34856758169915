import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';

/** What a member wrote down about an item; only they read it. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    member: () => p.manyToOne(User).deleteRule('cascade'),
    /** Null once the item is deleted; the note stays, with the item's title of the time. */
    content: () => p.manyToOne(Content).nullable().deleteRule('set null'),
    titleThen: p.text(),
    /** The moment of the first video; null for a note about the whole item. */
    seconds: p.integer().nullable(),
    text: p.text(),
    /** Names the form, so that sending it twice is one note. */
    attempt: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ properties: ['member', 'attempt'] }],
});
export type Note = InferEntity<typeof Note>;
