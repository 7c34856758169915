import type { Em } from '../db/orm.server.ts';
import { row } from '../db/sql.server.ts';

const days = 40;

/** Adds the follows of the demo and spreads its figures over the last days, by a fixed rule. */
export async function insertFollowersAndDays(em: Em) {
  await row(em)`insert into follows (follower_id, creator_id, created_at)
    select u.id, c.id, now() - make_interval(days => (u.id * 13 + c.id * 7) % ${days})
    from users u join users c on c.id <> u.id and c.published_items > 0 and (u.id * 5 + c.id * 11) % 3 = 0`;
  // The triggers counted everything for today; the rows are spread over the days below.
  await row(em)`delete from creator_days`;
  await row(em)`
    insert into creator_days (creator_id, day, views, likes, followers)
    select creator_id, (now() at time zone 'utc')::date - back, views * weight / whole, likes * weight / whole,
      (select count(*) from follows f where f.creator_id = spread.creator_id
        and f.created_at::date = now()::date - back)
    from (
      select creator_id, back, views, likes, weight, sum(weight) over (partition by creator_id) as whole
      from (
        select c.creator_id, sum(s.views)::int as views, sum(s.likes)::int as likes
        from content c join content_stats s on s.content_id = c.id group by c.creator_id
      ) total
      cross join generate_series(0, ${days - 1}::int) back
      cross join lateral (select 3 + (creator_id * 31 + back * 17) % 9 + (back + 1) % 7 / 5 * 6 as weight) w
    ) spread`;
}
