import { Migration } from '@mikro-orm/migrations';

/** The other events that a row of notifications counts, so that the count is right in whatever order their jobs run
 *  (ADR-024). */
export class CountedEvents extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table notifications add column older bigint[] not null default '{}'`);
  }
}
