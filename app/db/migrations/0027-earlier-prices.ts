import { Migration } from '@mikro-orm/migrations';

/** What a member pays for a plan stays what it was when the price of new plans changes. */
export class EarlierPrices extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table subscriptions add column price_cents int check (price_cents >= 0)`);
  }
}
