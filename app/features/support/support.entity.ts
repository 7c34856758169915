import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { topicNames } from './words.ts';

/** What somebody asked support, and how it stands. */
export const SupportQuestion = defineEntity({
  name: 'SupportQuestion',
  tableName: 'support_questions',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    /** Null for a visitor, who has a name and an address here instead. */
    asker: () => p.manyToOne(User).nullable().deleteRule('cascade'),
    name: p.text().nullable(),
    email: p.text().nullable(),
    topic: p.enum(topicNames),
    subject: p.text(),
    /** An item, a receipt, another question: as they wrote it. */
    reference: p.text().nullable(),
    askedAt: p.datetime(3),
    /** When the last words were written, whoever wrote them. */
    lastAt: p.datetime(3),
    /** Until when we promised to answer; null while nobody waits. */
    dueAt: p.datetime(3).nullable(),
    closedAt: p.datetime(3).nullable(),
    /** Admins were told that the promise is about to be broken. */
    isWarned: p.boolean().default(false),
  },
});
export type SupportQuestion = InferEntity<typeof SupportQuestion>;

/** What the asker or an admin wrote. */
export const SupportWords = defineEntity({
  name: 'SupportWords',
  tableName: 'support_words',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    question: () => p.manyToOne(SupportQuestion).deleteRule('cascade'),
    /** Null for a visitor. */
    author: () => p.manyToOne(User).nullable().deleteRule('set null'),
    isAnswer: p.boolean(),
    text: p.text(),
    /** Names the form and its words, so that sending it twice is one. */
    attempt: p.text().unique(),
    at: p.datetime(3),
  },
});
export type SupportWords = InferEntity<typeof SupportWords>;
