import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from './content.entity.ts';

/** Which items a member has opened, and when first. */
export const Watched = defineEntity({
  name: 'Watched',
  tableName: 'watched',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    content: () => p.manyToOne(Content).primary().deleteRule('cascade'),
    watchedAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type Watched = InferEntity<typeof Watched>;
