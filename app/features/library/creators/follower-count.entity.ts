import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** Maintained by triggers; a creator without followers has no row. */
export const FollowerCount = defineEntity({
  name: 'FollowerCount',
  tableName: 'follower_counts',
  properties: {
    creator: () => p.oneToOne(User).owner().primary().deleteRule('cascade'),
    followers: p.integer().default(0),
  },
});
export type FollowerCount = InferEntity<typeof FollowerCount>;
