import { Migration } from '@mikro-orm/migrations';

/** What a suspended member wrote is a state of its row, as it is of their items (ADR-011). */
export class WordsOfSuspended extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table comments drop constraint comments_removed_by_check');
    this.addSql(`alter table comments add constraint comments_removed_by_check
      check (removed_by in ('author', 'creator', 'admin', 'suspension'))`);
    this.addSql('alter table ratings add column by_suspended boolean not null default false');
  }
}
