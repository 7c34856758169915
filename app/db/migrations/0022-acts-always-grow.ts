import { Migration } from '@mikro-orm/migrations';

/** The guard of the log also holds in sessions that switch triggers off, as restores do. */
export class ActsAlwaysGrow extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table acts enable always trigger acts_only_grow`);
  }
}
