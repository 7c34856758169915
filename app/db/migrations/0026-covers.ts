import { Migration } from '@mikro-orm/migrations';

/** The item whose picture is the cover of a course (ADR-077). */
export class Covers extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table lists add column cover_id int references content on delete set null');
    this.addSql('create index lists_cover on lists (cover_id) where cover_id is not null');
  }
}
