/** The main statement of each answer, as the site asks it. The reference server prepares them. */

export interface CardRow {
  id: number;
  title: string;
  description: string | null;
  tier: string;
  creatorUsername: string;
  creatorFirstName: string;
  creatorLastName: string;
  views: number;
  likes: number;
  isForSale: boolean;
  priceCents: number | null;
  ratingAverage: string;
  media: { key: string; widths: number[]; width: number; height: number } | null;
}

const cards = `select c.id, c.creator_id as "creatorId", u.username::text as "creatorUsername",
    u.first_name as "creatorFirstName", u.last_name as "creatorLastName", u.profile_image_key as "creatorImageKey",
    c.title, c.description, c.tags, c.tier, c.early_until as "earlyUntil", c.category,
    c.technique_type as "techniqueType", c.difficulty_level as "difficultyLevel",
    c.belt_level_required as "beltLevelRequired", c.content_type as "contentType", c.is_for_sale as "isForSale",
    c.price_cents as "priceCents", c.status, c.created_at as "createdAt", c.published_at as "publishedAt",
    s.views, s.likes, s.sales, s.rating_average as "ratingAverage", s.rating_count as "ratingCount",
    m.media, f.video, coalesce(g.keys, '{}') as "moreImages"
  from content c
  join users u on u.id = c.creator_id
  join content_stats s on s.content_id = c.id
  left join lateral (
    select jsonb_build_object('id', id, 'key', key, 'kind', kind, 'mime', mime, 'width', width, 'height', height,
      'color', color, 'widths', widths) as media
    from media where content_id = c.id and status = 'ready' order by position, id limit 1
  ) m on true
  left join lateral (
    select jsonb_build_object('key', key, 'mime', mime) as video from media
    where content_id = c.id and status = 'ready' and kind = 'video' and c.content_type <> 'image'
    order by position, id limit 1
  ) f on true
  left join lateral (
    select array_agg(key order by position, id) as keys from (
      select key, position, id from media
      where content_id = c.id and status = 'ready' and kind = 'image' and c.content_type <> 'video'
      order by position, id offset 1 limit 2
    ) further
  ) g on true`;

export const statements = {
  /** The session of a token. */
  who: `select u.id, u.email, u.username, u.first_name, u.last_name, u.is_admin, u.profile_image_key, u.sees_welcome,
      u.published_items, u.time_zone, greatest(
        case when u.plan_ends_at <= now() then 'free' else u.plan end,
        case when u.gift_ends_at > now() then u.gift_plan else 'free' end) as plan
    from users u join sessions s on s.user_id = u.id
    where s.token_hash = $1 and s.expires_at > now() and u.status = 'active'`,

  /** The newest items: how many. */
  list: `${cards} join (
      select id, published_at from content where status = 'published' order by published_at desc, id desc limit $1
    ) page on page.id = c.id order by page.published_at desc, page.id desc`,

  /** Items that a search finds: the words, how many. */
  search: `${cards} join (
      select id, published_at from content
      where status = 'published' and search @@ websearch_to_tsquery('english', plain_text($1))
      order by published_at desc, id desc limit $2
    ) page on page.id = c.id order by page.published_at desc, page.id desc`,

  /** One item. */
  item: `${cards} where c.id = $1 and c.status = 'published'`,

  /** Likes an item or takes the like back: the member, the item. */
  like: `with item as materialized (
      select id from content where id = $2 and status = 'published' for key share
    ), removed as (
      delete from likes using item where likes.content_id = item.id and likes.user_id = $1
      returning likes.content_id
    ), added as (
      insert into likes (user_id, content_id, created_at)
      select $1::int, id, now() from item where not exists (select from removed)
      on conflict do nothing returning content_id
    ), moved as (
      update content_stats set likes = content_stats.likes + step.by
      from (select content_id, 1 as by from added union all select content_id, -1 from removed) step
      where content_stats.content_id = step.content_id
      returning content_stats.likes
    )
    select not exists (select from removed) as liked, coalesce((select likes from moved), content_stats.likes) as likes
    from item join content_stats on content_stats.content_id = item.id`,
};
