import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from './content.entity.ts';

/** Which items a member has opened, where they left them, and which they have seen (ADR-075). */
export const Watched = defineEntity({
  name: 'Watched',
  tableName: 'watched',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    content: () => p.manyToOne(Content).primary().deleteRule('cascade'),
    /** When first. */
    watchedAt: p.datetime(3).defaultRaw('now()'),
    /** When last; null when it is not in the history, because that was cleared or paused. */
    lastAt: p.datetime(3).nullable().defaultRaw('now()'),
    /** Where the member left the first video, in whole seconds; null while it was not played. */
    seconds: p.integer().nullable(),
    /** When they were there; opening the item again is later, but no place. */
    placedAt: p.datetime(3).nullable(),
    /** Set by the member, or by watching to the end. */
    seenAt: p.datetime(3).nullable(),
  },
});
export type Watched = InferEntity<typeof Watched>;
