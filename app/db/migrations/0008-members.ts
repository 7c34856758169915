import { Migration } from '@mikro-orm/migrations';

/** Members as admins look after them: given plans, suspensions, and finding one among many. */
export class Members extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table users
      add column gift_plan text check (gift_plan in ('premium', 'vip')),
      add column gift_ends_at timestamptz(3),
      add column suspension_reason text,
      add constraint users_gift check ((gift_plan is null) = (gift_ends_at is null)),
      add constraint users_suspension check (suspension_reason is null or status = 'suspended')`);
    this.suspendedItems();
    this.addSql(
      `create index users_published on users (id) where published_items > 0 and status <> 'deleted'`,
    );
    this.addSql(`create index users_admins on users (id) where is_admin`);
    this.addSql(`create index users_suspended on users (id) where status = 'suspended'`);
    // The blank before each word lets a search for one or two letters ask for beginnings.
    this.addSql(`create index users_findable on users
      using gin ((' ' || name_search || ' ' || lower(email::text)) gin_trgm_ops)`);
    this.addSql(`create index purchases_newest on purchases (created_at desc, id desc)
      where status not in ('pending', 'cancelled')`);
    this.addSql(
      `create index purchases_review on purchases (created_at desc, id desc) where status = 'review'`,
    );
    this.addSql(`create index purchases_buyer on purchases (user_id, created_at desc, id desc)`);
  }

  /** `suspended` is a published item whose creator is: gone for all but its buyers, until the creator is back. */
  private suspendedItems() {
    this.addSql(`alter table content drop constraint content_status_check`);
    this.addSql(`alter table content add constraint content_status_check
      check (status in ('draft', 'published', 'suspended', 'withdrawn'))`);

    // An upload may take minutes and a draft may come out by itself: neither passes by a suspension. The lock
    // waits for one that is under way.
    this.addSql(`create function hold_back_of_suspended() returns trigger language plpgsql as $$
      declare standing text;
      begin
        select status into standing from users where id = new.creator_id for key share;
        if standing <> 'active' then new.status := 'suspended'; end if;
        return new;
      end $$`);
    this.addSql(`create trigger content_held_back before insert or update of status on content
      for each row when (new.status = 'published') execute function hold_back_of_suspended()`);

    // Whoever is suspended stays a creator, to be found by admins; public lists ask for active ones anyway.
    const counted = `where status in ('published', 'suspended')`;
    this.recount('insert', `select creator_id, 1 as n from fresh ${counted}`);
    this.recount('delete', `select creator_id, -1 as n from old ${counted}`);
    this.recount(
      'update',
      `select creator_id, 1 as n from fresh ${counted} union all select creator_id, -1 from old ${counted}`,
    );
  }

  private recount(act: 'insert' | 'update' | 'delete', changes: string) {
    this.addSql(`create or replace function count_published_on_${act}() returns trigger language plpgsql
      as $$ begin
        update users set published_items = published_items + moved.n
        from (select creator_id, sum(n) as n from (${changes}) change group by 1 having sum(n) <> 0) moved
        where users.id = moved.creator_id;
        return null;
      end $$`);
  }
}
