import type { Em } from '../../../db/orm.server.ts';
import { run } from '../../../db/raw.server.ts';

/** Notes keys of a store or of rows without their counterpart; a key noted before keeps the time when it was. */
export const recordOrphans = (em: Em, keys: readonly string[], why: 'no row' | 'no file', at: Date) =>
  run(em)`
    insert into media_suspects (key, why, seen_at)
    select key, ${why}, ${at} from unnest(${keys}::text[]) key
    on conflict (key) do update set why = excluded.why,
      seen_at = case when media_suspects.why = excluded.why then media_suspects.seen_at else excluded.seen_at end`;
