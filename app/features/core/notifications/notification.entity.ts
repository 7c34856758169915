import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';
import { Content } from '../../library/items/content.entity.ts';
import type { EventKind, Kind } from './event-kinds.ts';

export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: p.bigint('number').primary().generated('by default as identity'),
    user: () => p.manyToOne(User).deleteRule('restrict'),
    kind: p.text().$type<Kind>(),
    event: p.text().$type<EventKind>(),
    by: () => p.manyToOne(User).nullable().deleteRule('restrict'),
    aboutId: p.bigint('number'),
    content: () => p.manyToOne(Content).nullable().deleteRule('cascade'),
    title: p.text().nullable(),
    /** Events with the same key share a row. */
    key: p.text(),
    /** The id of the newest event in the row. */
    newest: p.bigint('number'),
    /** The ids of the other events that it counts, the newest first. */
    older: p.array(Number).columnType('bigint[]').default([]),
    count: p.integer().default(1),
    /** Rows of one week that the page shows in one line; computed by the database. */
    bundle: p.text().nullable().generated('(null) stored'),
    at: p.datetime(3),
    /** Grows with every write; it is the order of the list. */
    moved: p.bigint('number'),
    readAt: p.datetime(3).nullable(),
  },
});
export type Notification = InferEntity<typeof Notification>;
