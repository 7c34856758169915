import { Migration } from '@mikro-orm/migrations';

/** What the admins' overview counts by day, and one picture for one featured card. */
export class Overview extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`create index users_made on users (created_at)`);
    this.addSql(`create index users_on_plan on users (plan, plan_ends_at, gift_plan, gift_ends_at)
      where plan <> 'free' or gift_plan is not null`);
    this.addSql(`create index content_made on content (created_at)`);
    this.addSql(`create index subscriptions_made on subscriptions (created_at) include (period_start)`);
    this.addSql(`create index ledger_entries_made on ledger_entries (created_at)
      include (kind, account, amount_cents)`);
    this.addSql(`create unique index featured_picture on featured (image_key) where image_key is not null`);
    this.addSql(`alter table featured add constraint featured_numbers
      check (likes >= 0 and comments >= 0 and display_order >= 0)`);
  }
}
