import type { Em } from '../../app/db/orm.server.ts';
import { fragment, row } from '../../app/db/sql.server.ts';

/** Fills the database with 20,000 members and `items` items of 500 creators, for tests of what things cost. */
export async function fillWithCrowd(em: Em, viewerId: number, items: number) {
  const n = fragment`generate_series(1, ${items}::int) n`;
  await em.transactional(async (em) => {
    await row(em)`set local statement_timeout = 0`;
    // Triggers and foreign keys look at each row; here all rows are known to be right.
    await row(em)`set local session_replication_role = replica`;
    await row(em)`
      insert into users (email, username, first_name, last_name, password_hash, published_items)
      select 'p' || n || '@example.com', 'member_' || n,
        (array['Marina', 'Kenji', 'Aino', 'Tomasz', 'Leila'])[1 + n % 5], 'Nr' || n, 'x',
        case when n < 500 then ${items}::int / 500 else 0 end
      from generate_series(1, 20000) n`;
    await row(em)`
      insert into content (id, creator_id, title, description, tags, category, tier, content_type, technique_type,
        difficulty_level, is_for_sale, price_cents, created_at, published_at)
      select n, (select min(id) from users) + n % 500, words[1 + n % 10] || ' from ' || words[1 + n / 10 % 10],
        'Number ' || n || case when n % 20000 = 7 then ' berimbolo' else '' end,
        array[words[1 + n / 100 % 10], 'gi'],
        (array['training', 'competition', 'recovery', 'equipment'])[1 + n % 4],
        (array['free', 'premium', 'vip'])[1 + n % 3], case when n % 2000 = 3 then 'video' else 'image' end,
        (array['guard', 'sweep', 'submission', 'takedown', 'escape'])[1 + n % 5],
        (array['beginner', 'intermediate', 'advanced', 'expert'])[1 + n % 4],
        n % 10 = 0, case when n % 10 = 0 then 99 + n % 900 end, at, at
      from (select n, timestamptz '2025-01-01' + n * interval '1 minute' as at,
        array['armbar', 'triangle', 'kimura', 'guard', 'mount', 'sweep', 'half guard', 'takedown', 'choke', 'back']
          as words from ${n}) series`;
    await row(em)`insert into content_stats (content_id, likes, rating_sum, rating_count)
      select n, n % 5000, n % 6, 1 from ${n}`;
    await row(em)`insert into search_words (word)
      select distinct word from content, regexp_split_to_table(name_search, '[^a-z]+') word where word <> ''
      union select translate(substr(md5(n::text), 1, 9), '0123456789', 'ghijklmnop') from generate_series(1, 5000) n`;
    await row(
      em,
    )`insert into likes (user_id, content_id) select ${viewerId}::int, n from ${n} where n % 50 = 0`;
    await row(em)`insert into purchases (user_id, content_id, amount_cents, status, paid_at)
      select (select max(id) from users) - n % 9000, n, 499, 'paid', now() from ${n} where n % 10 = 0`;
    await row(em)`
      insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
      select md5(n::text), 1, n, 'image', 'ready', 'image/png', 640, 480, 9, '#aabbcc', '{320}' from ${n}`;
  });
  await row(em)`vacuum analyze`;
}
