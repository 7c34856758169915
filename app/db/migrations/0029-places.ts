import { Migration } from '@mikro-orm/migrations';

/** When a member reported where they are in a video; opening the item again is later, but no place (ADR-075). */
export class Places extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table watched add column placed_at timestamptz(3)');
  }
}
