import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** A creator's figures of one UTC day; undone likes and refunds may make them negative. */
export const CreatorDay = defineEntity({
  name: 'CreatorDay',
  tableName: 'creator_days',
  properties: {
    creator: () => p.manyToOne(User).primary().deleteRule('cascade'),
    day: p.date().primary(),
    views: p.integer().default(0),
    likes: p.integer().default(0),
    sales: p.integer().default(0),
    downloads: p.integer().default(0),
    followers: p.integer().default(0),
  },
});
export type CreatorDay = InferEntity<typeof CreatorDay>;
