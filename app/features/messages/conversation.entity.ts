import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** All that two members ever wrote to each other. */
export const Conversation = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    /** The two, the smaller number first, so that a pair has one conversation. */
    low: () => p.manyToOne(User).deleteRule('restrict'),
    high: () => p.manyToOne(User).deleteRule('restrict'),
    startedBy: () => p.manyToOne(User).fieldName('started_by').deleteRule('restrict'),
    /** Whether the other one has written, too. */
    isAnswered: p.boolean().default(false),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['low', 'high'] }],
});
export type Conversation = InferEntity<typeof Conversation>;

/** A conversation as one of the two has it. */
export const ConversationSide = defineEntity({
  name: 'ConversationSide',
  tableName: 'conversation_sides',
  properties: {
    conversation: () => p.manyToOne(Conversation).primary().deleteRule('restrict'),
    user: () => p.manyToOne(User).primary().deleteRule('restrict'),
    other: () => p.manyToOne(User).deleteRule('restrict'),
    lastMessageId: p.integer(),
    /** Messages of the other one that are newer than `readUpTo`. */
    unread: p.integer().default(0),
    readUpTo: p.integer().default(0),
    /** When a mail about what is unread is due; null while there is nothing to tell. */
    noticeDueAt: p.datetime(3).nullable(),
    noticedAt: p.datetime(3).nullable(),
  },
});

/** Whose messages a member does not want. */
export const Block = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  properties: {
    member: () => p.manyToOne(User).primary().deleteRule('cascade'),
    blocked: () => p.manyToOne(User).primary().deleteRule('cascade'),
    at: p.datetime(3),
  },
});
