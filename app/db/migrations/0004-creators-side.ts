import { Migration } from '@mikro-orm/migrations';

const today = `(now() at time zone 'utc')::date`;

/** Who follows whom, what each day brought a creator, items that wait for their moment, names that look alike. */
export class CreatorsSide extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.follows();
    this.days();
    this.addSql(`create index content_own_newest on content (creator_id, created_at desc, id desc)`);
    this.addSql(`alter table content add column publish_at timestamptz(3)`);
    this.addSql(`alter table content add constraint content_publish_at
      check (publish_at is null or status = 'draft')`);
    this.addSql(`create index content_due on content (publish_at) where publish_at is not null`);

    // Both spellings of a trap fall together: `5umma` and `summa`, `rnarina` and `marina`.
    this.addSql(`create function name_shape(name text) returns text
      language sql immutable parallel safe strict
      as $$ select trim('_' from regexp_replace(replace(replace(
        translate(lower(name), '01i5', 'olls'), 'rn', 'm'), 'vv', 'w'), '_+', '_', 'g')) $$`);
    this.addSql(`create index users_shape on users (name_shape(username::text))`);
  }

  private follows() {
    this.addSql(`create table follows (
      follower_id int not null references users on delete cascade,
      creator_id int not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (follower_id, creator_id),
      check (follower_id <> creator_id)
    )`);
    this.addSql(`create index follows_creator on follows (creator_id)`);
    // Not a column of users: two members who follow each other would wait for each other's row in a circle.
    this.addSql(`create table follower_counts (
      creator_id int primary key references users on delete cascade,
      followers int not null default 0 check (followers >= 0)
    ) with (fillfactor = 50)`);
    this.addSql(`create index follower_counts_most on follower_counts (followers desc, creator_id desc)`);
  }

  /** What a day brought is counted in the statement that changes the fact, whoever sends it. */
  private days() {
    this.addSql(`create table creator_days (
      creator_id int not null references users on delete cascade,
      day date not null,
      views int not null default 0,
      likes int not null default 0,
      sales int not null default 0,
      followers int not null default 0,
      primary key (creator_id, day)
    ) with (fillfactor = 70)`);

    this.addSql(`create function count_day_of_items() returns trigger language plpgsql as $$ begin
      insert into creator_days (creator_id, day, views, likes, sales)
      select c.creator_id, ${today}, sum(fresh.views - was.views), sum(fresh.likes - was.likes),
        sum(fresh.sales - was.sales)
      from fresh join was on was.content_id = fresh.content_id join content c on c.id = fresh.content_id
      where (fresh.views, fresh.likes, fresh.sales) <> (was.views, was.likes, was.sales)
      group by c.creator_id order by c.creator_id
      on conflict (creator_id, day) do update set views = creator_days.views + excluded.views,
        likes = creator_days.likes + excluded.likes, sales = creator_days.sales + excluded.sales;
      return null;
    end $$`);
    this.addSql(`create trigger content_stats_count_day after update on content_stats
      referencing new table as fresh old table as was
      for each statement execute function count_day_of_items()`);

    this.addSql(`create function count_follow() returns trigger language plpgsql as $$ begin
      insert into follower_counts (creator_id, followers)
      select creator_id, count(*) from fresh group by creator_id order by creator_id
      on conflict (creator_id) do update set followers = follower_counts.followers + excluded.followers;
      insert into creator_days (creator_id, day, followers)
      select creator_id, ${today}, count(*) from fresh group by creator_id order by creator_id
      on conflict (creator_id, day) do update set followers = creator_days.followers + excluded.followers;
      return null;
    end $$`);
    this.addSql(`create function count_unfollow() returns trigger language plpgsql as $$ begin
      update follower_counts set followers = followers - gone.n
      from (select creator_id, count(*) as n from was group by creator_id) gone
      where follower_counts.creator_id = gone.creator_id;
      insert into creator_days (creator_id, day, followers)
      select was.creator_id, ${today}, -count(*) from was join users on users.id = was.creator_id
      group by was.creator_id order by was.creator_id
      on conflict (creator_id, day) do update set followers = creator_days.followers + excluded.followers;
      return null;
    end $$`);
    this.addSql(`create trigger follows_count_follow after insert on follows
      referencing new table as fresh for each statement execute function count_follow()`);
    this.addSql(`create trigger follows_count_unfollow after delete on follows
      referencing old table as was for each statement execute function count_unfollow()`);
  }
}
