import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** What a creator's published items sum up to; kept by the database (migration 0006). */
export const CreatorTotals = defineEntity({
  name: 'CreatorTotals',
  tableName: 'creator_totals',
  properties: {
    creator: () => p.oneToOne(User).owner().primary().deleteRule('cascade'),
    views: p.integer().default(0),
    likes: p.integer().default(0),
    ratingSum: p.integer().default(0),
    ratingCount: p.integer().default(0),
  },
});
export type CreatorTotals = InferEntity<typeof CreatorTotals>;
