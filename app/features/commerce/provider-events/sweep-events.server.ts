import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Longer than providers repeat deliveries or list events (30 days). */
const keptDays = 90;

/** Deletes old deliveries that were processed. Those that wait, or need an operator, stay. Returns their number. */
export async function sweepEvents(em: Em, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 24 * 3_600_000);
  const swept = await row<{ count: number }>(em)`
    with gone as (
      delete from provider_events where processed_at < ${before} and outcome in ('done', 'ignored') returning 1
    )
    select count(*)::int as count from gone`;
  return swept?.count ?? 0;
}
