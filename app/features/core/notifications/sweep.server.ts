import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';

/** Days that notifications are kept; early access lasts at most 90 days (ADR-018). */
const readDays = 90;
const unreadDays = 365;
const atOnce = 10_000;
const dayMs = 24 * 3_600_000;

export async function sweepNotifications(em: Em, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  let swept = 0;
  for (;;) {
    const gone = await row<{ count: number }>(em)`
      with old as (
        (select id from notifications where read_at is not null and at < ${before(readDays)} limit ${atOnce})
        union all
        (select id from notifications where read_at is null and at < ${before(unreadDays)} limit ${atOnce})
      ), gone as (
        delete from notifications n using old where n.id = old.id returning 1
      )
      select count(*)::int as count from gone`;
    swept += gone?.count ?? 0;
    if (!gone || gone.count < atOnce) return swept;
  }
}
