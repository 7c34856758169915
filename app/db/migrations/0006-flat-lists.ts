import { Migration } from '@mikro-orm/migrations';

const published = `where status = 'published'`;
const creators = `where published_items > 0 and status = 'active'`;

/** What keeps lists and figures of creators as quick with 100,000 items as with 100, and ranks a search. */
export class FlatLists extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    // Filling the new columns takes longer than a request may.
    this.addSql(`set local statement_timeout = 0`);
    this.ownItems();
    this.totals();
    this.directory();
    this.search();
  }

  /** A creator's items are walked in the order of any counter, so the counters know whose they are. */
  private ownItems() {
    this.addSql(`alter table content_stats
      add column creator_id int references users on delete restrict,
      add column is_published boolean not null default false`);
    this.addSql(`update content_stats s set creator_id = c.creator_id, is_published = c.status = 'published'
      from content c where c.id = s.content_id`);
    this.addSql(`alter table content_stats alter column creator_id set not null`);
    this.addSql(`create or replace function begin_content_stats() returns trigger language plpgsql as $$ begin
      insert into content_stats (content_id, creator_id, is_published)
      values (new.id, new.creator_id, new.status = 'published');
      return null;
    end $$`);
    this.addSql(`create function mark_stats_published() returns trigger language plpgsql as $$ begin
      update content_stats set is_published = (new.status = 'published') where content_id = new.id;
      return null;
    end $$`);
    this.addSql(`create trigger content_marks_stats after update of status on content for each row
      when ((old.status = 'published') <> (new.status = 'published'))
      execute function mark_stats_published()`);
    for (const counter of ['views', 'likes', 'sales', 'rating_average']) {
      this.addSql(`create index content_stats_own_${counter} on content_stats
        (creator_id, ${counter} desc, content_id desc)`);
    }
    this.addSql(`create index content_own_price on content
      (creator_id, coalesce(price_cents, 0) desc, id desc)`);
    this.addSql(`create index content_own_filters on content
      using gin (creator_id, status, name_search gin_trgm_ops)`);
    // Nothing is listed by id any more.
    this.addSql(`drop index content_own`);
  }

  /** What a creator's published items sum up to, moved in the statement that moves a counter. */
  private totals() {
    this.addSql(`create table creator_totals (
      creator_id int primary key references users on delete cascade,
      views int not null default 0,
      likes int not null default 0,
      rating_sum int not null default 0,
      rating_count int not null default 0
    ) with (fillfactor = 50)`);
    this.addSql(`insert into creator_totals (creator_id, views, likes, rating_sum, rating_count)
      select creator_id, sum(views), sum(likes), sum(rating_sum), sum(rating_count)
      from content_stats where is_published group by creator_id`);
    const sums = ['views', 'likes', 'rating_sum', 'rating_count'];
    const side = (table: string, sign: string) => `select creator_id,
      ${sums.map((each) => `${sign}${each} as ${each}`).join(', ')} from ${table} where is_published`;
    for (const act of ['insert', 'update', 'delete']) {
      const sides = [act !== 'delete' && side('fresh', ''), act !== 'insert' && side('was', '-')];
      this.addSql(`create function total_on_${act}() returns trigger language plpgsql as $$ begin
        insert into creator_totals as t (creator_id, ${sums.join(', ')})
        select creator_id, ${sums.map((each) => `sum(${each})`).join(', ')}
        from (${sides.filter(Boolean).join(' union all ')}) moved group by creator_id
        having (${sums.map((each) => `sum(${each})`).join(', ')}) <> (0, 0, 0, 0) order by creator_id
        on conflict (creator_id) do update
        set ${sums.map((each) => `${each} = t.${each} + excluded.${each}`).join(', ')};
        return null;
      end $$`);
      const tables = [act !== 'delete' && 'new table as fresh', act !== 'insert' && 'old table as was'];
      this.addSql(`create trigger content_stats_total_on_${act} after ${act} on content_stats
        referencing ${tables.filter(Boolean).join(' ')} for each statement execute function total_on_${act}()`);
    }
  }

  private directory() {
    // Whoever publishes has a number of followers, zero too, so that the directory can be walked by it.
    this.addSql(`insert into follower_counts (creator_id)
      select id from users where published_items > 0 on conflict do nothing`);
    this.addSql(`create function begin_follower_count() returns trigger language plpgsql as $$ begin
      insert into follower_counts (creator_id) values (new.id) on conflict do nothing;
      return null;
    end $$`);
    this.addSql(`create trigger users_begin_follower_count after update of published_items on users
      for each row when (old.published_items = 0 and new.published_items > 0)
      execute function begin_follower_count()`);
    this.addSql(
      `create index users_creators_techniques on users (published_items desc, id desc) ${creators}`,
    );
    this.addSql(`create index users_creators_filters on users
      using gin (martial_art, belt_level, name_search gin_trgm_ops) ${creators}`);
    this.addSql(`drop index users_creators_name`);
    this.addSql(`create table platform_figures (
      is_only boolean primary key default true check (is_only),
      creators int not null,
      items int not null,
      fresh_items int not null,
      counted_at timestamptz(3) not null
    )`);
  }

  /** Best matches: items whose title is what is searched, then those whose title holds it, then the others. */
  private search() {
    this.addSql(`alter table content
      add column title_search tsvector generated always as (to_tsvector('english', plain_text(title))) stored,
      add column names_search tsvector generated always as
        (to_tsvector('english', plain_text(title || ' ' || words_of(tags)))) stored`);
    for (const column of ['title_search', 'names_search']) {
      this.addSql(`create index content_${column} on content using gin (${column}) ${published}`);
    }
    this.addSql(
      `create index content_title on content (plain_text(title), published_at desc, id desc) ${published}`,
    );
    // Short words too: 'delariva' is 'de la riva'.
    this.addSql(`create or replace function keep_search_words() returns trigger language plpgsql as $$ begin
      insert into search_words (word)
      select distinct word from fresh, regexp_split_to_table(fresh.name_search, '[^[:alpha:]]+') word
      where fresh.status = 'published' and char_length(word) between 1 and 30
      order by word on conflict do nothing;
      return null;
    end $$`);
    this.addSql(`insert into search_words (word)
      select distinct word from content, regexp_split_to_table(name_search, '[^[:alpha:]]+') word
      ${published} and char_length(word) between 1 and 2 on conflict do nothing`);
  }
}
