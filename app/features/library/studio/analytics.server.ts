import { db, sql } from '../../../db/kysely.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { figuresOfDays } from './analytics.sql.server.ts';
import type { DayFigures, Measure, Period } from './analytics.ts';

/** The figures of each of the last `period` days in UTC, oldest first, today included; days without any are zeros. */
export const dailyFigures = ({ em, viewer, now }: MemberScope, period: Period): Promise<DayFigures[]> =>
  figuresOfDays(em, { creatorId: viewer.id, until: today(now()), days: period });

export async function earlierSums({ em, viewer, now }: MemberScope, period: Period) {
  const sum = <Name extends Measure>(of: Name) =>
    sql<number>`coalesce(sum(${sql.ref(of)}), 0)::bigint`.as(of);
  const daysAgo = (days: number) => sql<string>`${today(now())}::date - ${days}::int`;
  return db(em)
    .selectFrom('creator_days')
    .select([sum('views'), sum('likes'), sum('sales'), sum('downloads'), sum('followers')])
    .where('creator_id', '=', viewer.id)
    .where(({ between }) => between('day', daysAgo(2 * period - 1), daysAgo(period)))
    .executeTakeFirstOrThrow();
}

const today = (now: Date) => now.toISOString().slice(0, 10);
