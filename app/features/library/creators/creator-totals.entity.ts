import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** Sums over a creator's published items, of sales and kept likes over all; a trigger keeps it (`schema.sql`). */
export const CreatorTotals = defineEntity({
  name: 'CreatorTotals',
  tableName: 'creator_totals',
  properties: {
    creator: () => p.oneToOne(User).owner().primary().deleteRule('cascade'),
    views: p.bigint('number').default(0),
    likes: p.bigint('number').default(0),
    ratingSum: p.bigint('number').default(0),
    ratingCount: p.bigint('number').default(0),
    sales: p.bigint('number').default(0),
    /** Likes of items that are not withdrawn. */
    keptLikes: p.bigint('number').default(0),
  },
});
export type CreatorTotals = InferEntity<typeof CreatorTotals>;
