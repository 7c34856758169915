import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

export const Conversation = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    /** The two members, the smaller id first, so that a pair has one conversation. */
    low: () => p.manyToOne(User).deleteRule('restrict'),
    high: () => p.manyToOne(User).deleteRule('restrict'),
    startedBy: () => p.manyToOne(User).fieldName('started_by').deleteRule('restrict'),
    /** Whether the member who did not start it has written. */
    isAnswered: p.boolean().default(false),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['low', 'high'] }],
});
export type Conversation = InferEntity<typeof Conversation>;

export const ConversationSide = defineEntity({
  name: 'ConversationSide',
  tableName: 'conversation_sides',
  properties: {
    conversation: () => p.manyToOne(Conversation).primary().deleteRule('restrict'),
    user: () => p.manyToOne(User).primary().deleteRule('restrict'),
    other: () => p.manyToOne(User).deleteRule('restrict'),
    lastMessageId: p.bigint('number'),
    /** Messages of the other member newer than `readUpTo`. */
    unread: p.integer().default(0),
    readUpTo: p.bigint('number').default(0),
    /** When an email about unread messages is due; null when none is. */
    noticeDueAt: p.datetime(3).nullable(),
    noticedAt: p.datetime(3).nullable(),
  },
});

export const Block = defineEntity({
  name: 'Block',
  tableName: 'blocks',
  properties: {
    member: () => p.manyToOne(User).primary().deleteRule('cascade'),
    blocked: () => p.manyToOne(User).primary().deleteRule('cascade'),
    at: p.datetime(3),
  },
});
