import { Migration } from '@mikro-orm/migrations';

/** Whom creators let save their items, pictures in their full size, and how often it is done. */
export class Downloads extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table content add column downloads text not null default 'members'
      check (downloads in ('members', 'buyers', 'nobody'))`);
    this.addSql(`alter table content_stats add column downloads int not null default 0`);
    this.addSql(`alter table creator_days add column downloads int not null default 0`);
    this.addSql(`alter table media add column has_full boolean not null default false`);
    // These rows only keep a day's downloads from counting twice, as those of content_views do.
    this.addSql(`create table content_downloads (
      content_id int not null references content on delete cascade,
      viewer text not null,
      day date not null,
      primary key (content_id, viewer, day)
    )`);
    this.addSql(`create index content_downloads_day on content_downloads (day)`);
    this.addSql(`create or replace function count_day_of_items() returns trigger language plpgsql as $$ begin
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
  }
}
