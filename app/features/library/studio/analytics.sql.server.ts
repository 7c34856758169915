import type { Em } from '../../../db/orm.server.ts';
import { int, rows, text } from '../../../db/raw.server.ts';

/** A creator's figures of each of so many days, the last one `until`; zeros for days without any. */
export const figuresOfDays = (
  em: Em,
  { creatorId, until, days }: { creatorId: number; until: string; days: number },
) =>
  rows(em, { day: text, views: int, likes: int, sales: int, downloads: int, followers: int })`
    select each::date::text as day, coalesce(views, 0) as views, coalesce(likes, 0) as likes,
      coalesce(sales, 0) as sales, coalesce(downloads, 0) as downloads,
      coalesce(followers, 0) as followers
    from generate_series(${until}::date - ${days - 1}::int, ${until}::date, interval '1 day') each
    left join creator_days on creator_id = ${creatorId} and day = each::date
    order by each`;
