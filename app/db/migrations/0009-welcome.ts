import { Migration } from '@mikro-orm/migrations';

/** Whether a member is still welcomed. Those who joined before are not. */
export class Welcome extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    this.addSql(`alter table users add column sees_welcome boolean not null default false`);
  }
}
