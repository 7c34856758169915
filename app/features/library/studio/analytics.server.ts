import { row, rows } from '../../../db/sql.server.ts';
import type { MemberScope } from '../../../scope.ts';
import type { DayFigures, Measure, Period } from './analytics.ts';

/** The figures of each of the last `period` days in UTC, oldest first, today included; days without any are zeros. */
export const dailyFigures = ({ em, viewer, now }: MemberScope, period: Period) =>
  rows<DayFigures>(em)`
    select each::date::text as day, coalesce(views, 0) as views, coalesce(likes, 0) as likes,
      coalesce(sales, 0) as sales, coalesce(downloads, 0) as downloads,
      coalesce(followers, 0) as followers
    from generate_series(${today(now())}::date - ${period - 1}::int, ${today(now())}::date, interval '1 day') each
    left join creator_days on creator_id = ${viewer.id} and day = each::date
    order by each`;

export async function earlierSums({ em, viewer, now }: MemberScope, period: Period) {
  const found = await row<Record<Measure, number>>(em)`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(likes), 0)::int as likes,
      coalesce(sum(sales), 0)::int as sales, coalesce(sum(downloads), 0)::int as downloads,
      coalesce(sum(followers), 0)::int as followers
    from creator_days where creator_id = ${viewer.id}
      and day between ${today(now())}::date - ${2 * period - 1}::int and ${today(now())}::date - ${period}::int`;
  return found ?? { views: 0, likes: 0, sales: 0, downloads: 0, followers: 0 };
}

const today = (now: Date) => now.toISOString().slice(0, 10);
