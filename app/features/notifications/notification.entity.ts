import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';
import { Content } from '../content/content.entity.ts';

/** Something that a member hears of; messages and ratings are gathered in one row while it is unread. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: p.integer().primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    kind: p.text(),
    deed: p.text(),
    by: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    /** The number of what it is about, which `kind` says. */
    aboutId: p.integer(),
    content: () => p.manyToOne(Content).nullable().deleteRule('cascade'),
    title: p.text().nullable(),
    /** What makes two happenings one row. */
    key: p.text(),
    /** The number of the newest happening in it: what is not newer is in it already. */
    newest: p.integer(),
    count: p.integer().default(1),
    at: p.datetime(3),
    /** Grows with every writing: the order of the list. */
    moved: p.integer(),
    readAt: p.datetime(3).nullable(),
  },
});
export type Notification = InferEntity<typeof Notification>;
