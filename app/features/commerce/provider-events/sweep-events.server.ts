import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Longer than providers repeat deliveries or list events (30 days). */
const keptDays = 90;

/** Deletes old deliveries that were processed. Those that wait, or need an operator, stay. Returns their number. */
export async function sweepEvents(em: Em, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 24 * 3_600_000);
  const { numDeletedRows } = await db(em)
    .deleteFrom('provider_events')
    .where('processed_at', '<', timestamptz(before))
    .where('outcome', 'in', ['done', 'ignored'])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
