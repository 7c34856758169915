import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** Sums over a creator's published items; a trigger keeps it (`schema.sql`). */
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
