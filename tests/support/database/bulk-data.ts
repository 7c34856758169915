import pg from 'pg';
import type { Em } from '../../../app/db/orm.server.ts';
import { row, rows, sql } from '../sql.ts';

interface BulkSize {
  /** Items of others, by turns of `creators` people; the viewer gets as many again. */
  items: number;
  creators: number;
  /** How many people there are in all, and how many likes they gave; beside the viewer's own. */
  members?: number;
  likes?: number;
}

const words = `array['armbar', 'triangle', 'kimura', 'guard', 'mount', 'sweep', 'half guard', 'takedown',
  'choke', 'back']`;

/** Fills the database with many members and a viewer as active as all of them, for tests of costs. */
export async function insertBulkData(em: Em, viewerId: number, size: BulkSize) {
  const { items, creators, members = Math.max(creators, 1_000), likes = 0 } = size;
  await fillTables(em, ['users', 'content', 'content_stats', 'media', 'likes', ...money], async (em) => {
    await insertPeople(em, members);
    await insertTechniques(em, viewerId, { items, creators });
    await insertViews(em, viewerId, items);
    await insertLikes(em, members, likes);
    await insertMoney(em);
  });
  await vacuum(em.config.get('clientUrl') ?? '');
}

/** Calls `insert` in a transaction that takes any number of rows fast.
 *  @param tables those that get many; their indexes are made once they are filled, those of keys excepted */
export const fillTables = (em: Em, tables: string[], insert: (em: Em) => Promise<unknown>) =>
  em.transactional(async (em) => {
    await row(em)`set local statement_timeout = 0`;
    // Triggers and foreign keys check each row. These rows are known to be right.
    await row(em)`set local session_replication_role = replica`;
    await row(em)`set local maintenance_work_mem = '256MB'`;
    await withoutIndexes(em, tables, () => insert(em));
  });

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

/** Makes the indexes of the tables after they are filled, which is several times faster. Those of keys stay. */
async function withoutIndexes(em: Em, tables: string[], fill: () => Promise<unknown>) {
  const indexes = await rows<{ name: string; definition: string }>(em)`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${tables}::text[]::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { name } of indexes) await row(em)`drop index ${sql.raw(name)}`;
  await fill();
  for (const { definition } of indexes) await row(em)`${sql.raw(definition)}`;
}

const insertPeople = (em: Em, count: number) => row(em)`
  insert into users (email, username, first_name, last_name, password_hash, belt_level)
  select 'p' || n || '@example.com', 'member_' || n,
    (array['Marina', 'Kenji', 'Aino', 'Tomasz', 'Leila'])[1 + n % 5], 'Nr' || n, 'x',
    (array['white', 'blue', 'black'])[1 + n % 3]
  from generate_series(1, ${count}::int) n`;

/** Every second item is the viewer's, and a few of those are not published. Many are linked to a term of the map, a
 *  tenth to the same. */
async function insertTechniques(em: Em, viewerId: number, { items, creators }: BulkSize) {
  await row(em)`
    insert into content (id, creator_id, title, description, tags, category, tier, content_type, technique_type,
      difficulty_level, is_for_sale, price_cents, status, publish_at, created_at, published_at, map_keys)
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
      case when n % 1000 = 4 then at end, at, at,
      case when n % 10 = 0 then '{t1}' when n % 3 = 0 then array['t' || n / 3 % 300] else '{}' end
    from (select min(id) as id from users where id > ${viewerId}) first,
      (select n, timestamptz '2025-01-01' + n * interval '1 minute' as at, ${sql.raw(words)} as words
        from generate_series(1, ${2 * items}::int) n) series`;
  await row(em)`insert into content_stats (content_id, creator_id, is_published, state, views, likes, sales,
      rating_sum, rating_count)
    select id, creator_id, status = 'published', own_state(status, publish_at), id % 7919, id % 5000, id % 11, id % 6, 1 from content`;
  await row(
    em,
  )`insert into creator_totals (creator_id, views, likes, rating_sum, rating_count, sales, kept_likes)
    select creator_id, sum(views) filter (where is_published), sum(likes) filter (where is_published),
      sum(rating_sum) filter (where is_published), sum(rating_count) filter (where is_published), sum(sales),
      sum(likes) filter (where state <> 'withdrawn')
    from content_stats group by 1 having count(*) filter (where is_published) > 0`;
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

/** Each member gives as many likes as any other, to items that lie far apart. */
async function insertLikes(em: Em, members: number, likes: number) {
  const each = Math.floor(likes / members);
  if (each === 0) return;
  await row(em)`
    insert into likes (user_id, content_id)
    select first.id + u, 1 + (u::bigint * 7919 + k * (made.items / ${each}::int)) % made.items
    from (select min(id) as id from users where username like 'member%') first,
      (select count(*) as items from content) made,
      generate_series(0, ${members - 1}::int) u, generate_series(0, ${each - 1}::int) k`;
}

const money = ['purchases', 'charges', 'ledger_entries', 'disputes'];

/** Every fifth item is sold once. One sale in 1,000 was disputed, those of the last weeks still are. */
async function insertMoney(em: Em) {
  await row(em)`insert into purchases (id, user_id, content_id, amount_cents, status, title, paid_at)
    select c.id, buyer.id + c.id % 900, c.id, 499, 'paid', c.title, c.published_at + interval '1 day'
    from content c, (select min(id) as id from users) buyer where c.id % 5 = 0`;
  await row(em)`insert into charges (id, kind, user_id, purchase_id, payment_id, title, amount_cents, paid_at)
    select id, 'sale', user_id, id, 'pay_' || id, title, amount_cents, paid_at from purchases`;
  await row(em)`insert into ledger_entries (charge_id, kind, account, creator_id, amount_cents, created_at)
    select p.id, 'sale', side.account, case side.account when 'creator' then c.creator_id end, side.cents, p.paid_at
    from purchases p join content c on c.id = p.content_id,
      (values ('creator', 250), ('platform', 249)) side (account, cents)
    order by p.id`;
  await row(em)`insert into disputes (id, payment_id, status, amount_cents, created_at)
    select 'dispute_' || id, payment_id, case when paid_at > last - interval '75 days' then 'open' else 'won' end,
      amount_cents, paid_at
    from charges, (select max(paid_at) as last from charges) newest where id % 5000 = 0`;
  for (const table of ['content', 'purchases', 'charges']) {
    await row(
      em,
    )`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`;
  }
}
