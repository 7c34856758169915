import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';

export const Rating = defineEntity({
  name: 'Rating',
  tableName: 'ratings',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    content: () => p.manyToOne(Content).deleteRule('cascade'),
    stars: p.smallint(),
    review: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    /** Hidden by an admin: not on the page nor in the average; its author sees the reason. */
    hiddenAt: p.datetime(3).nullable(),
    hiddenReason: p.text().nullable(),
    /** Hidden because its author is suspended, and shown when that ends (ADR-011). */
    bySuspended: p.boolean().default(false),
  },
  uniques: [{ properties: ['user', 'content'] }],
});
export type Rating = InferEntity<typeof Rating>;
