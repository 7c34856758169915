import { Migration } from '@mikro-orm/migrations';

/** The notifications of one week that are shown in one line (ADR-024). */
export class NotificationBundles extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    // Weeks begin on Monday, UTC.
    this.addSql(`alter table notifications add column bundle text generated always as (
      case
        when kind = 'sale' and event = 'sold' then 'sale'
        when kind = 'rating' then 'rating'
        when kind = 'new-item' then 'new-item ' || by_id::text
      end || ' ' || (((at at time zone 'UTC')::date - date '2001-01-01') / 7)::text
    ) stored`);
    this.addSql(`create index notifications_bundle on notifications (user_id, bundle, moved desc)
      where bundle is not null`);
  }
}
