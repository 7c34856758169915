import { Migration } from '@mikro-orm/migrations';

/** Unlogged: losing it in a crash gives everybody a fresh allowance, and keeping it safe would cost every like. */
export class RateLimits extends Migration {
  override up(): void {
    this.addSql(`create unlogged table rate_limits (
      key text primary key,
      until timestamptz(6) not null
    ) with (fillfactor = 70)`);
  }
}
