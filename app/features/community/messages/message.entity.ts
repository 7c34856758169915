import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Conversation } from './conversation.entity.ts';

export const Message = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    conversation: () => p.manyToOne(Conversation).deleteRule('restrict'),
    sender: () => p.manyToOne(User).deleteRule('restrict'),
    /** Null once its author's account is deleted. */
    text: p.text().nullable(),
    /** Names the form, so that sending it twice is one message. */
    attempt: p.text(),
    sentAt: p.datetime(3),
  },
  uniques: [{ properties: ['sender', 'attempt'] }],
});
export type Message = InferEntity<typeof Message>;
