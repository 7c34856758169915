import type { Em } from '../db/orm.server.ts';
import { run } from '../db/raw.server.ts';

/** Every member likes some items of others, by a fixed rule. */
export const insertLikes = (em: Em) =>
  run(em)`
    insert into likes (user_id, content_id)
    select u.id, c.id from users u cross join content c
    where u.id <> c.creator_id and (u.id * 7 + c.id * 13) % 5 < 2`;

/** Every member rates some free items of others, by a fixed rule. */
export const insertRatings = (em: Em) =>
  run(em)`
    insert into ratings (user_id, content_id, stars)
    select u.id, c.id, 3 + (u.id * 5 + c.id * 3) % 3 from users u cross join content c
    where u.id <> c.creator_id and c.tier = 'free' and (u.id * 11 + c.id * 17) % 7 < 2`;

/** Counts the likes and ratings of each item, and invents its views. */
export const countLife = (em: Em) =>
  run(em)`
    update content_stats s set
      views = 40 + (s.content_id * 7919) % 900,
      likes = (select count(*) from likes l where l.content_id = s.content_id),
      rating_sum = (select coalesce(sum(stars), 0) from ratings r where r.content_id = s.content_id),
      rating_count = (select count(*) from ratings r where r.content_id = s.content_id)`;

/** Every member follows some creators since one of the last days. */
export const insertFollows = (em: Em, days: number) =>
  run(em)`
    insert into follows (follower_id, creator_id, created_at)
    select u.id, c.id, now() - make_interval(days => (u.id * 13 + c.id * 7) % ${days})
    from users u join users c on c.id <> u.id and c.published_items > 0 and (u.id * 5 + c.id * 11) % 3 = 0`;

/** Spreads each creator's views and likes over the last days, more of them on newer days. */
export const insertDays = (em: Em, days: number) =>
  run(em)`
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
