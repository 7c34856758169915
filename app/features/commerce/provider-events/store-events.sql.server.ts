import type { Em } from '../../../db/orm.server.ts';
import { rows, text } from '../../../db/raw.server.ts';
import type { ProviderEvent } from '../../../payments/events.ts';

/** Stores the events that are not stored yet, all in one parameter, and answers their ids. */
export const storeEvents = (em: Em, events: ProviderEvent[], at: Date) =>
  rows(em, { id: text })`
  insert into provider_events (id, type, kind, object_id, live, created_at, received_at)
  select e.id, e.type, e.kind, e."objectId", e.livemode, e."createdAt", ${at}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
    as e (id text, type text, kind text, "objectId" text, livemode boolean, "createdAt" timestamptz)
  on conflict (id) do nothing returning id`;
