import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { EventKind } from '../../../payments/events.ts';

/** A delivery of the webhook, stored once. It only names the object that must be read again. */
export const StoredEvent = defineEntity({
  name: 'StoredEvent',
  tableName: 'provider_events',
  properties: {
    id: p.text().primary(),
    type: p.text(),
    kind: p.text().$type<EventKind>(),
    objectId: p.text(),
    live: p.boolean(),
    createdAt: p.datetime(3),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    processedAt: p.datetime(3).nullable(),
    outcome: p.enum(['done', 'ignored', 'review'] as const).nullable(),
    note: p.text().nullable(),
  },
});
export type StoredEvent = InferEntity<typeof StoredEvent>;

/** The time up to which all events of the provider have been listed. Later ones may be missing. */
export const EventRead = defineEntity({
  name: 'EventRead',
  tableName: 'event_reads',
  properties: {
    provider: p.text().primary(),
    readUntil: p.datetime(3),
  },
});
export type EventRead = InferEntity<typeof EventRead>;
