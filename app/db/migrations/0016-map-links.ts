import { Migration } from '@mikro-orm/migrations';

/** What lists and the map need of linked items beside the link, and the counters of followed positions. */
export class MapLinks extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.words();
    this.facts();
    this.indexes();
    this.counts();
  }

  /** What a creator wrote and has not chosen a position or transition for. */
  private words() {
    for (const column of ['starts_as', 'does_as', 'ends_as'])
      this.addSql(`alter table content_map_links add column ${column} text
        check (char_length(${column}) between 1 and 200)`);
  }

  private facts() {
    this.addSql(`alter table content_map_links add column is_published boolean not null default false,
      add column tier text not null default 'free' check (tier in ('free', 'premium', 'vip')),
      add column early_until timestamptz(3),
      add column price_cents int`);
    // The lock makes an insert wait for a change of the item that would not see the new row.
    this.addSql(`create function begin_map_link() returns trigger language plpgsql as $$
      begin
        select status = 'published', tier, early_until, case when is_for_sale then price_cents end
          into new.is_published, new.tier, new.early_until, new.price_cents
          from content where id = new.content_id for share;
        return new;
      end
    $$`);
    this.addSql(`create trigger content_map_links_begin before insert on content_map_links
      for each row execute function begin_map_link()`);
    this.addSql(`create function keep_map_link() returns trigger language plpgsql as $$
      begin
        update content_map_links set is_published = (new.status = 'published'), tier = new.tier,
          early_until = new.early_until, price_cents = case when new.is_for_sale then new.price_cents end
          where content_id = new.id;
        return null;
      end
    $$`);
    this.addSql(`create trigger content_keeps_map_link
      after update of status, tier, early_until, is_for_sale, price_cents on content for each row
      when ((old.status, old.tier, old.early_until, old.is_for_sale, old.price_cents)
        is distinct from (new.status, new.tier, new.early_until, new.is_for_sale, new.price_cents))
      execute function keep_map_link()`);
  }

  private indexes() {
    for (const thing of ['starts', 'transition', 'term', 'ends']) {
      this.addSql(`drop index content_map_links_${thing}`);
      this.addSql(`create index content_map_links_${thing}
        on content_map_links (${thing}_id, is_published, content_id desc) where ${thing}_id is not null`);
    }
    this.addSql(`create index content_map_links_tiers on content_map_links (transition_id, tier, early_until)
      where is_published and transition_id is not null`);
    this.addSql(`create index content_map_links_prices on content_map_links (transition_id, price_cents)
      where is_published and transition_id is not null and price_cents is not null`);
  }

  private counts() {
    this.addSql(`create table position_follow_counts (
      position_id int primary key references map_positions on delete cascade,
      followers int not null default 0 check (followers >= 0)
    ) with (fillfactor = 50)`);
    this.addSql(`create function count_position_follow() returns trigger language plpgsql as $$
      begin
        insert into position_follow_counts (position_id, followers)
        select position_id, count(*) from fresh group by position_id order by position_id
        on conflict (position_id) do update set followers = position_follow_counts.followers + excluded.followers;
        return null;
      end
    $$`);
    this.addSql(`create trigger position_follows_count_follow after insert on position_follows
      referencing new table as fresh for each statement execute function count_position_follow()`);
    this.addSql(`create function count_position_unfollow() returns trigger language plpgsql as $$
      begin
        update position_follow_counts set followers = followers - gone.n
        from (select position_id, count(*) as n from was group by position_id) gone
        where position_follow_counts.position_id = gone.position_id;
        return null;
      end
    $$`);
    this.addSql(`create trigger position_follows_count_unfollow after delete on position_follows
      referencing old table as was for each statement execute function count_position_unfollow()`);
  }
}
