import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** What one day (UTC) brought a creator; the database counts it beside the facts (migration 0004).
 *  A like taken back or a refunded sale is subtracted on the day it happened, so a day may be below zero. */
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
