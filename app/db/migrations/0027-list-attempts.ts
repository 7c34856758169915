import { Migration } from '@mikro-orm/migrations';

/** Names the form that made a list, so that sending it twice makes one (ADR-077). */
export class ListAttempts extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table lists add column attempt text');
    this.addSql('alter table lists add unique (member_id, attempt)');
  }
}
