import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';

export const Like = defineEntity({
  name: 'Like',
  tableName: 'likes',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    content: () => p.manyToOne(Content).primary().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Like = InferEntity<typeof Like>;
