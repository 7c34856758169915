import { Migration } from '@mikro-orm/migrations';

const states = ['draft', 'scheduled', 'private', 'published', 'suspended', 'withdrawn'];
const ownSorts = ['views', 'likes', 'sales', 'rating_average'];

/** Balances that need not add up the whole ledger (ADR-063), and own items listed by state (ADR-064). */
export class Growth extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    this.checkpoints();
    this.heldMoney();
    this.ownStates();
    this.creatorTotals();
  }

  private checkpoints() {
    this.addSql(`create table ledger_checkpoints (
      creator_id int primary key references users on delete restrict,
      earned_cents bigint not null,
      paid_cents bigint not null
    ) with (fillfactor = 70)`);
    this.addSql(`create index ledger_checkpoints_owed on ledger_checkpoints
      ((earned_cents - paid_cents) desc, creator_id)`);
    this.addSql(`create table ledger_days (
      day date primary key,
      gross_cents bigint not null,
      platform_cents bigint not null
    )`);
    this.addSql(`create table ledger_horizon (
      is_only boolean primary key default true check (is_only),
      entries_until bigint not null default 0,
      payouts_until bigint not null default 0,
      creators int not null default 0,
      payable int not null default 0,
      owed_cents bigint not null default 0
    )`);
    this.addSql('insert into ledger_horizon default values');
    this.addSql(`create index ledger_entries_settled on ledger_entries (creator_id, id)
      include (amount_cents) where creator_id is not null`);
    this.addSql(`create index payouts_settled on payouts (creator_id, id) include (amount_cents)`);
    // A checkpoint adds each payout once, so none may change later. They stayed as they were before, too.
    this.addSql(`create function payouts_are_append_only() returns trigger language plpgsql as $$
      begin
        raise exception 'Payouts are only ever added to';
      end $$`);
    this.addSql(`create trigger payouts_stay before delete or update or truncate on payouts
      for each statement execute function payouts_are_append_only()`);
  }

  private heldMoney() {
    this.addSql(`create index disputes_undecided on disputes (payment_id)
      where status in ('inquiry', 'open', 'unknown')`);
    this.addSql(`create index requests_holding on requests (creator_id)
      where state in ('paid', 'delivered', 'disputed') or owes_refund and refunded_at is null`);
  }

  /** The state of an item as its creator lists it. Each list by state is then one range of an index. */
  private ownStates() {
    this.addSql(`create function own_state(status text, publish_at timestamptz) returns text
      language sql immutable parallel safe as $$
        select case when publish_at is null then status else 'scheduled' end
      $$`);
    const named = states.map((state) => `'${state}'`).join(', ');
    this.addSql(`alter table content_stats add column state text not null default 'draft'
      check (state in (${named}))`);
    this.addSql(`update content_stats set state = own_state(c.status, c.publish_at)
      from content c where c.id = content_id`);
    this.addSql(`create or replace function begin_content_stats() returns trigger language plpgsql as $$
      begin
        insert into content_stats (content_id, creator_id, is_published, state)
        values (new.id, new.creator_id, new.status = 'published', own_state(new.status, new.publish_at));
        return null;
      end $$`);
    this.addSql('drop trigger content_marks_stats on content');
    this.addSql('drop function mark_stats_published()');
    this.addSql(`create function mark_stats_state() returns trigger language plpgsql as $$
      begin
        update content_stats set is_published = (new.status = 'published'),
          state = own_state(new.status, new.publish_at)
        where content_id = new.id;
        return null;
      end $$`);
    this.addSql(`create trigger content_marks_stats after update of status, publish_at on content
      for each row
      when (own_state(old.status, old.publish_at) <> own_state(new.status, new.publish_at))
      execute function mark_stats_state()`);
    for (const column of ownSorts) {
      this.addSql(`drop index content_stats_own_${column}`);
      this.addSql(`create index content_stats_own_${column} on content_stats
        (creator_id, state, ${column} desc, content_id desc)`);
    }
    this.addSql('drop index content_own_newest');
    this.addSql(`create index content_own_newest on content
      (creator_id, own_state(status, publish_at), created_at desc, id desc)`);
    this.addSql('drop index content_own_price');
    this.addSql(`create index content_own_price on content
      (creator_id, own_state(status, publish_at), coalesce(price_cents, 0) desc, id desc)`);
  }

  /** Sales, and likes of items that are not deleted, beside the figures of published items. */
  private creatorTotals() {
    this.addSql(`alter table creator_totals add column sales bigint not null default 0,
      add column kept_likes bigint not null default 0`);
    this.addSql(`insert into creator_totals as t (creator_id, sales, kept_likes)
      select creator_id, sum(sales), coalesce(sum(likes) filter (where state <> 'withdrawn'), 0)
      from content_stats group by 1
      on conflict (creator_id) do update set sales = excluded.sales, kept_likes = excluded.kept_likes`);
    const change = (table: string, sign: '' | '-') => `select creator_id, ${sign}sales,
            case when state = 'withdrawn' then 0 else ${sign}likes end,
            ${['views', 'likes', 'rating_sum', 'rating_count']
              .map((name) => `case when is_published then ${sign}${name} else 0 end`)
              .join(', ')}
          from ${table}`;
    const [now, before] = [change('fresh', ''), change('was', '-')];
    const changes = { insert: now, update: `${now}\n          union all ${before}`, delete: before };
    const columns = ['sales', 'kept_likes', 'views', 'likes', 'rating_sum', 'rating_count'];
    const sums = columns.map((name) => `sum(${name})`).join(', ');
    for (const [event, moved] of Object.entries(changes)) {
      this.addSql(`create or replace function total_on_${event}() returns trigger language plpgsql as $$
      begin
        insert into creator_totals as t (creator_id, ${columns.join(', ')})
        select creator_id, ${sums}
        from (
          ${moved}
        ) moved (creator_id, ${columns.join(', ')})
        group by creator_id
        having (${sums}) <> (0, 0, 0, 0, 0, 0)
        order by creator_id
        on conflict (creator_id) do update set
          ${columns.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')};
        return null;
      end $$`);
    }
  }
}
