import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Conversation } from './conversation.entity.ts';

/** What one of the two wrote. */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    conversation: () => p.manyToOne(Conversation).deleteRule('restrict'),
    sender: () => p.manyToOne(User).deleteRule('restrict'),
    /** Null once its author has left. */
    text: p.text().nullable(),
    /** Names the form and its words, so that sending it twice is one message. */
    attempt: p.text(),
    sentAt: p.datetime(3),
  },
  uniques: [{ properties: ['sender', 'attempt'] }],
});
export type Message = InferEntity<typeof Message>;
