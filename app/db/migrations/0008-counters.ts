import { Migration } from '@mikro-orm/migrations';

/** What lists and figures read instead of counting. A counter moves in the statement that changes the fact. */
export class Counters extends Migration {
  override up(): void {
    this.contentStats();
    this.contentStatsRows();
    this.dailyViewers();
    this.publishedItems();
    this.creatorTotals();
    this.creatorDays();
    this.followers();
    this.platformFigures();
  }

  private contentStats() {
    // A creator's items are listed in the order of any counter, so the counters know whose they are.
    this.addSql(`create table content_stats (
      content_id int primary key references content on delete cascade,
      views int not null default 0 check (views >= 0),
      likes int not null default 0 check (likes >= 0),
      sales int not null default 0 check (sales >= 0),
      rating_sum int not null default 0 check (rating_sum >= 0),
      rating_count int not null default 0 check (rating_count >= 0),
      rating_average numeric(3, 2) generated always as
        (case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2) end) stored,
      creator_id int not null references users on delete restrict,
      is_published boolean not null default false,
      downloads int not null default 0
    ) with (fillfactor = 50)`);
    this.addSql(`create index content_stats_popular on content_stats (likes desc, content_id desc)`);
    this.addSql(`create index content_stats_rated on content_stats (rating_average desc, content_id desc)`);
    this.addSql(`create index content_stats_own_views on content_stats
      (creator_id, views desc, content_id desc)`);
    this.addSql(`create index content_stats_own_likes on content_stats
      (creator_id, likes desc, content_id desc)`);
    this.addSql(`create index content_stats_own_sales on content_stats
      (creator_id, sales desc, content_id desc)`);
    this.addSql(`create index content_stats_own_rating_average on content_stats
      (creator_id, rating_average desc, content_id desc)`);
  }

  private contentStatsRows() {
    this.addSql(`create function begin_content_stats() returns trigger language plpgsql as $$
      begin
        insert into content_stats (content_id, creator_id, is_published)
        values (new.id, new.creator_id, new.status = 'published');
        return null;
      end $$`);
    this.addSql(`create trigger content_begins_stats after insert on content
      for each row execute function begin_content_stats()`);
    this.addSql(`create function mark_stats_published() returns trigger language plpgsql as $$
      begin
        update content_stats set is_published = (new.status = 'published') where content_id = new.id;
        return null;
      end $$`);
    this.addSql(`create trigger content_marks_stats after update of status on content for each row
      when ((old.status = 'published') <> (new.status = 'published'))
      execute function mark_stats_published()`);
  }

  /** These rows only keep a viewer of one day from counting twice. */
  private dailyViewers() {
    this.addSql(`create table content_views (
      content_id int not null references content on delete cascade,
      viewer text not null,
      day date not null,
      primary key (content_id, viewer, day)
    )`);
    this.addSql(`create index content_views_day on content_views (day)`);

    this.addSql(`create table content_downloads (
      content_id int not null references content on delete cascade,
      viewer text not null,
      day date not null,
      primary key (content_id, viewer, day)
    )`);
    this.addSql(`create index content_downloads_day on content_downloads (day)`);
  }

  /** A suspended member stays a creator, to be found by admins; public lists ask for active ones anyway. */
  private publishedItems() {
    const now = `select creator_id, 1 as n from fresh where status in ('published', 'suspended')`;
    const before = `select creator_id, -1 as n from old where status in ('published', 'suspended')`;
    const changes = { insert: now, update: `${now}\n          union all ${before}`, delete: before };
    for (const [event, change] of Object.entries(changes)) {
      this.addSql(`create function count_published_on_${event}() returns trigger language plpgsql as $$
      begin
        update users set published_items = published_items + moved.n
        from (select creator_id, sum(n) as n from (
          ${change}
        ) change group by creator_id having sum(n) <> 0) moved
        where users.id = moved.creator_id;
        return null;
      end $$`);
    }
    this.addSql(`create trigger content_counts_on_insert after insert on content
      referencing new table as fresh
      for each statement execute function count_published_on_insert()`);
    this.addSql(`create trigger content_counts_on_update after update on content
      referencing new table as fresh old table as old
      for each statement execute function count_published_on_update()`);
    this.addSql(`create trigger content_counts_on_delete after delete on content
      referencing old table as old
      for each statement execute function count_published_on_delete()`);
  }

  private creatorTotals() {
    this.addSql(`create table creator_totals (
      creator_id int primary key references users on delete cascade,
      views int not null default 0,
      likes int not null default 0,
      rating_sum int not null default 0,
      rating_count int not null default 0
    ) with (fillfactor = 50)`);
    const now = `select creator_id, views, likes, rating_sum, rating_count from fresh where is_published`;
    const before =
      'select creator_id, -views, -likes, -rating_sum, -rating_count from was where is_published';
    const changes = { insert: now, update: `${now}\n          union all ${before}`, delete: before };
    for (const [event, change] of Object.entries(changes)) {
      this.addSql(`create function total_on_${event}() returns trigger language plpgsql as $$
      begin
        insert into creator_totals as t (creator_id, views, likes, rating_sum, rating_count)
        select creator_id, sum(views), sum(likes), sum(rating_sum), sum(rating_count)
        from (
          ${change}
        ) moved (creator_id, views, likes, rating_sum, rating_count)
        group by creator_id
        having (sum(views), sum(likes), sum(rating_sum), sum(rating_count)) <> (0, 0, 0, 0)
        order by creator_id
        on conflict (creator_id) do update set views = t.views + excluded.views,
          likes = t.likes + excluded.likes, rating_sum = t.rating_sum + excluded.rating_sum,
          rating_count = t.rating_count + excluded.rating_count;
        return null;
      end $$`);
    }
    this.addSql(`create trigger content_stats_total_on_insert after insert on content_stats
      referencing new table as fresh
      for each statement execute function total_on_insert()`);
    this.addSql(`create trigger content_stats_total_on_update after update on content_stats
      referencing new table as fresh old table as was
      for each statement execute function total_on_update()`);
    this.addSql(`create trigger content_stats_total_on_delete after delete on content_stats
      referencing old table as was
      for each statement execute function total_on_delete()`);
  }

  private creatorDays() {
    this.addSql(`create table creator_days (
      creator_id int not null references users on delete cascade,
      day date not null,
      views int not null default 0,
      likes int not null default 0,
      sales int not null default 0,
      followers int not null default 0,
      downloads int not null default 0,
      primary key (creator_id, day)
    ) with (fillfactor = 70)`);
    this.addSql(`create function count_day_of_items() returns trigger language plpgsql as $$
      begin
        insert into creator_days (creator_id, day, views, likes, sales, downloads)
        select c.creator_id, (now() at time zone 'utc')::date, sum(fresh.views - was.views),
          sum(fresh.likes - was.likes), sum(fresh.sales - was.sales), sum(fresh.downloads - was.downloads)
        from fresh join was on was.content_id = fresh.content_id join content c on c.id = fresh.content_id
        where (fresh.views, fresh.likes, fresh.sales, fresh.downloads)
          <> (was.views, was.likes, was.sales, was.downloads)
        group by c.creator_id order by c.creator_id
        on conflict (creator_id, day) do update set views = creator_days.views + excluded.views,
          likes = creator_days.likes + excluded.likes, sales = creator_days.sales + excluded.sales,
          downloads = creator_days.downloads + excluded.downloads;
        return null;
      end $$`);
    this.addSql(`create trigger content_stats_count_day after update on content_stats
      referencing new table as fresh old table as was
      for each statement execute function count_day_of_items()`);
  }

  private followers() {
    // Not a column of users: two members who follow each other would wait for each other's row in a circle.
    this.addSql(`create table follower_counts (
      creator_id int primary key references users on delete cascade,
      followers int not null default 0 check (followers >= 0)
    ) with (fillfactor = 50)`);
    this.addSql(`create index follower_counts_most on follower_counts (followers desc, creator_id desc)`);

    // A creator has a number of followers, zero too, so that the directory can be listed by it.
    this.addSql(`create function begin_follower_count() returns trigger language plpgsql as $$
      begin
        insert into follower_counts (creator_id) values (new.id) on conflict do nothing;
        return null;
      end $$`);
    this.addSql(`create trigger users_begin_follower_count after update of published_items on users
      for each row when (old.published_items = 0 and new.published_items > 0)
      execute function begin_follower_count()`);

    this.addSql(`create function count_follow() returns trigger language plpgsql as $$
      begin
        insert into follower_counts (creator_id, followers)
        select creator_id, count(*) from fresh group by creator_id order by creator_id
        on conflict (creator_id) do update set followers = follower_counts.followers + excluded.followers;
        insert into creator_days (creator_id, day, followers)
        select creator_id, (now() at time zone 'utc')::date, count(*)
        from fresh group by creator_id order by creator_id
        on conflict (creator_id, day) do update set followers = creator_days.followers + excluded.followers;
        return null;
      end $$`);
    this.addSql(`create trigger follows_count_follow after insert on follows
      referencing new table as fresh for each statement execute function count_follow()`);

    this.addSql(`create function count_unfollow() returns trigger language plpgsql as $$
      begin
        update follower_counts set followers = followers - gone.n
        from (select creator_id, count(*) as n from was group by creator_id) gone
        where follower_counts.creator_id = gone.creator_id;
        insert into creator_days (creator_id, day, followers)
        select was.creator_id, (now() at time zone 'utc')::date, -count(*)
        from was join users on users.id = was.creator_id
        group by was.creator_id order by was.creator_id
        on conflict (creator_id, day) do update set followers = creator_days.followers + excluded.followers;
        return null;
      end $$`);
    this.addSql(`create trigger follows_count_unfollow after delete on follows
      referencing old table as was for each statement execute function count_unfollow()`);
  }

  private platformFigures() {
    this.addSql(`create table platform_figures (
      is_only boolean primary key default true check (is_only),
      creators int not null,
      items int not null,
      fresh_items int not null,
      counted_at timestamptz(3) not null
    )`);
  }
}
