import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

export const Follow = defineEntity({
  name: 'Follow',
  tableName: 'follows',
  properties: {
    follower: () => p.manyToOne(User).primary().deleteRule('cascade'),
    creator: () => p.manyToOne(User).primary().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Follow = InferEntity<typeof Follow>;
