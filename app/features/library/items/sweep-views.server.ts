import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Deletes records of views and downloads after two days; they only keep a person from counting twice a day. */
export async function sweepViews(em: Em, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - 2 * 24 * 3_600_000).toISOString().slice(0, 10);
  const swept = await row<{ count: number }>(em)`
    with gone as (delete from content_views where day < ${oldest}::date returning 1),
      saved as (delete from content_downloads where day < ${oldest}::date)
    select count(*)::int as count from gone`;
  return swept?.count ?? 0;
}
