import { randomUUID } from 'node:crypto';
import type { Em } from '../../../db/orm.server.ts';
import { row, text } from '../../../db/raw.server.ts';

/** Saves under which key a change is sent to the provider. A change that still has no answer keeps its key. */
export const saveChangeKey = (em: Em, id: number, name: string) =>
  row(em, { key: text })`
  with mine as (select id, unanswered_change, change_key from subscriptions where id = ${id} for no key update), changed as (
    update subscriptions s set unanswered_change = ${name}, change_key = ${`change:${randomUUID()}`} from mine
    where s.id = mine.id and mine.unanswered_change is distinct from ${name} returning s.change_key
  )
  select coalesce((select change_key from changed), change_key) as key from mine`;
