import type { Em } from '../../../db/orm.server.ts';
import { removeOlder } from './remove-older.sql.server.ts';

/** Days that notifications are kept; early access lasts at most 90 days (ADR-018). */
const readDays = 90;
const unreadDays = 365;
const atOnce = 10_000;
const dayMs = 24 * 3_600_000;

export async function sweepNotifications(em: Em, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  let swept = 0;
  for (;;) {
    const gone = await removeOlder(em, { read: before(readDays), unread: before(unreadDays), atOnce });
    swept += gone;
    if (gone < atOnce) return swept;
  }
}
