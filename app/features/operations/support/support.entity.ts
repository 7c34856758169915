import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { topicNames } from '../../../domain/support-topics.ts';
import { User } from '../../identity/accounts/user.entity.ts';

export const SupportQuestion = defineEntity({
  name: 'SupportQuestion',
  tableName: 'support_questions',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    /** Null for a visitor, whose name and address are stored here instead. */
    asker: () => p.manyToOne(User).nullable().deleteRule('cascade'),
    name: p.text().nullable(),
    email: p.text().nullable(),
    topic: p.enum(topicNames),
    subject: p.text(),
    reference: p.text().nullable(),
    askedAt: p.datetime(3),
    /** When the last reply was written, by either side. */
    lastAt: p.datetime(3),
    /** When the promised answer is due; null when none is owed. */
    dueAt: p.datetime(3).nullable(),
    closedAt: p.datetime(3).nullable(),
    isWarned: p.boolean().default(false),
  },
});
export type SupportQuestion = InferEntity<typeof SupportQuestion>;

export const SupportReply = defineEntity({
  name: 'SupportReply',
  tableName: 'support_replies',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    question: () => p.manyToOne(SupportQuestion).deleteRule('cascade'),
    author: () => p.manyToOne(User).nullable().deleteRule('set null'),
    isAnswer: p.boolean(),
    text: p.text(),
    /** Names the form, so that sending it twice is one reply. */
    attempt: p.text().unique(),
    at: p.datetime(3),
  },
});
export type SupportReply = InferEntity<typeof SupportReply>;
