import type { Em } from '../../../db/orm.server.ts';
import { moment, type RowOf, row, text } from '../../../db/raw.server.ts';

const columns = { key: text, until: moment };
export type UploadSlot = RowOf<typeof columns>;

interface Wanted {
  who: string;
  most: number;
  now: Date;
  until: Date;
}

/** Takes one of a person's places that is free. Null when none is, or another request took it at the same moment. */
export const takeUploadSlotRow = (em: Em, { who, most, now, until }: Wanted) =>
  row(em, columns)`
    insert into rate_limits as kept (key, until)
    select place.key, ${until}::timestamptz
    from (select 'upload under way ' || ${who}::text || ' ' || n as key from generate_series(1, ${most}::int) n) place
    where not exists (select 1 from rate_limits r where r.key = place.key and r.until > ${now}) limit 1
    on conflict (key) do update set until = excluded.until where kept.until <= ${now}
    returning key, until`;
