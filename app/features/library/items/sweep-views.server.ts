import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Deletes records of views and downloads after two days; they only keep a person from counting twice a day. */
export async function sweepViews(em: Em, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - 2 * 24 * 3_600_000).toISOString().slice(0, 10);
  const swept = await db(em)
    .with('saved', (also) => also.deleteFrom('content_downloads').where('day', '<', oldest))
    .deleteFrom('content_views')
    .where('day', '<', oldest)
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
