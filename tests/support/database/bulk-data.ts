import pg from 'pg';
import type { Em } from '../../../app/db/orm.server.ts';
import { row, sql } from '../sql.ts';

interface BulkSize {
  /** Items of others, by turns of `creators` people; the viewer gets as many again. */
  items: number;
  creators: number;
}

const words = `array['armbar', 'triangle', 'kimura', 'guard', 'mount', 'sweep', 'half guard', 'takedown',
  'choke', 'back']`;

/** Fills the database with many members and a viewer as active as all of them, for tests of costs. */
export async function insertBulkData(em: Em, viewerId: number, { items, creators }: BulkSize) {
  await em.transactional(async (em) => {
    await row(em)`set local statement_timeout = 0`;
    // Triggers and foreign keys check each row. These rows are known to be right.
    await row(em)`set local session_replication_role = replica`;
    await insertPeople(em, Math.max(creators, 1_000));
    await insertTechniques(em, viewerId, { items, creators });
    await insertViews(em, viewerId, items);
    await insertMoney(em);
  });
  await vacuum(em.config.get('clientUrl') ?? '');
}

/** On its own connection, because those of the site limit the time of a statement. */
export async function vacuum(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const insertPeople = (em: Em, count: number) => row(em)`
  insert into users (email, username, first_name, last_name, password_hash, belt_level)
  select 'p' || n || '@example.com', 'member_' || n,
    (array['Marina', 'Kenji', 'Aino', 'Tomasz', 'Leila'])[1 + n % 5], 'Nr' || n, 'x',
    (array['white', 'blue', 'black'])[1 + n % 3]
  from generate_series(1, ${count}::int) n`;

/** Every second item is the viewer's, and a few of those are not published. */
async function insertTechniques(em: Em, viewerId: number, { items, creators }: BulkSize) {
  await row(em)`
    insert into content (id, creator_id, title, description, tags, category, tier, content_type, technique_type,
      difficulty_level, is_for_sale, price_cents, status, publish_at, created_at, published_at)
    select n, case when n % 2 = 0 then ${viewerId}::int else first.id + n / 2 % ${creators}::int end,
      case when n % 20000 = 9 then 'hips from ' else '' end
        || words[1 + n % 10] || ' from ' || words[1 + n / 10 % 10],
      'Number ' || n || ' with the hips' || case when n % 20000 = 7 then ' berimbolo' else '' end,
      array[words[1 + n / 100 % 10], 'gi'],
      (array['training', 'competition', 'recovery', 'equipment'])[1 + n % 4],
      (array['free', 'premium', 'vip'])[1 + n % 3], case when n % 2000 = 3 then 'video' else 'image' end,
      (array['guard', 'sweep', 'submission', 'takedown', 'escape'])[1 + n % 5],
      (array['beginner', 'intermediate', 'advanced', 'expert'])[1 + n % 4],
      n % 5 = 0, case when n % 5 = 0 then 99 + n % 900 end,
      case n % 1000 when 2 then 'draft' when 4 then 'draft' when 6 then 'withdrawn' else 'published' end,
      case when n % 1000 = 4 then at end, at, at
    from (select min(id) as id from users where id > ${viewerId}) first,
      (select n, timestamptz '2025-01-01' + n * interval '1 minute' as at, ${sql.raw(words)} as words
        from generate_series(1, ${2 * items}::int) n) series`;
  await row(
    em,
  )`insert into content_stats (content_id, creator_id, is_published, views, likes, sales, rating_sum,
      rating_count)
    select id, creator_id, status = 'published', id % 7919, id % 5000, id % 11, id % 6, 1 from content`;
  await row(em)`insert into creator_totals (creator_id, views, likes, rating_sum, rating_count)
    select creator_id, sum(views), sum(likes), sum(rating_sum), sum(rating_count) from content_stats
    where is_published group by 1`;
  await row(em)`update users set published_items = made.items
    from (select creator_id, count(*) as items from content where status = 'published' group by 1) made
    where made.creator_id = users.id`;
  await row(em)`insert into search_words (word)
    select distinct word from content, regexp_split_to_table(name_search, '[^a-z]+') word where word <> ''
    union select translate(substr(md5(n::text), 1, 9), '0123456789', 'ghijklmnop') from generate_series(1, 5000) n`;
  await row(em)`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
    select md5(id::text), creator_id, id, 'image', 'ready', 'image/png', 640, 480, 9, '#aabbcc', '{320}'
    from content`;
}

/** Likes, opened items and follows, and the viewer's notifications of the last days. */
async function insertViews(em: Em, viewerId: number, items: number) {
  await row(em)`insert into likes (user_id, content_id)
    select ${viewerId}::int, id from content where id % 50 = 0`;
  await row(em)`insert into watched (user_id, content_id)
    select ${viewerId}::int, id from content where id % 50 = 1`;
  await row(em)`insert into follower_counts (creator_id, followers)
    select id, id % 977 from users where published_items > 0`;
  await row(em)`insert into follows (follower_id, creator_id)
    select ${viewerId}::int, id from users where published_items > 0 and id <> ${viewerId} order by id limit 50`;
  await row(em)`insert into creator_days (creator_id, day, views, likes)
    select ${viewerId}::int, current_date - n, ${items}::int, n from generate_series(0, 180) n`;
}

/** Every fifth item is sold once. */
async function insertMoney(em: Em) {
  await row(em)`insert into purchases (id, user_id, content_id, amount_cents, status, title, paid_at)
    select c.id, buyer.id + c.id % 900, c.id, 499, 'paid', c.title, c.published_at + interval '1 day'
    from content c, (select min(id) as id from users) buyer where c.id % 5 = 0`;
  await row(em)`insert into charges (id, kind, user_id, purchase_id, payment_id, title, amount_cents, paid_at)
    select id, 'sale', user_id, id, 'pay_' || id, title, amount_cents, paid_at from purchases`;
  await row(em)`insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents, created_at)
    select p.id, 'sale', 'creator', c.creator_id, 250, p.paid_at
    from purchases p join content c on c.id = p.content_id`;
}
