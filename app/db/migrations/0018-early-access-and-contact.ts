import { Migration } from '@mikro-orm/migrations';

/** Until when VIPs have an item to themselves, and the contact details that a creator shows to VIPs. What was for
 *  everybody and gets such a date has its lasting addresses taken back, as in 0014. */
export class EarlyAccessAndContact extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table content add column early_until timestamptz(3)`);
    this.addSql(`create index content_early on content (early_until) where early_until is not null`);
    this.addSql(`drop trigger content_takes_back on content`);
    this.addSql(`create trigger content_takes_back after update of status, tier, early_until on content
      for each row
      when (old.status = 'published' and old.tier = 'free'
        and (new.status <> 'published' or new.tier <> 'free'
          or new.early_until is not null and new.early_until is distinct from old.early_until))
      execute function take_back_addresses()`);
    this.addSql(`alter table users add column contact_lines text[] not null default '{}'`);
  }
}
