import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** A creator's figures of one UTC day; undone likes and refunds may make them negative. */
export const CreatorDay = defineEntity({
  name: 'CreatorDay',
  tableName: 'creator_days',
  properties: {
    creator: () => p.manyToOne(User).primary().deleteRule('cascade'),
    day: p.date().primary(),
    views: p.bigint('number').default(0),
    likes: p.bigint('number').default(0),
    sales: p.bigint('number').default(0),
    downloads: p.bigint('number').default(0),
    followers: p.bigint('number').default(0),
  },
});
export type CreatorDay = InferEntity<typeof CreatorDay>;
