import { Migration } from '@mikro-orm/migrations';

/** The IANA name of the zone in which a member reads times; null while it is not known. */
export class TimeZone extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    this.addSql('alter table users add column time_zone text');
  }
}
