import type { Em } from '../../../db/orm.server.ts';
import { run } from '../../../db/raw.server.ts';

/** Deletes some notifications that are older than the given moments. @returns how many */
export const removeOlder = (em: Em, { read, unread, atOnce }: { read: Date; unread: Date; atOnce: number }) =>
  run(em)`
    with old as (
      (select id from notifications where read_at is not null and at < ${read} limit ${atOnce})
      union all
      (select id from notifications where read_at is null and at < ${unread} limit ${atOnce})
    )
    delete from notifications n using old where n.id = old.id`;
