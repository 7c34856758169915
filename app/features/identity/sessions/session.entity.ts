import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    /** A hash, so that a stolen table opens no session. */
    tokenHash: p.text().unique(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastSeenAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
    agent: p.text().nullable(),
    address: p.text().nullable(),
  },
});
export type Session = InferEntity<typeof Session>;
