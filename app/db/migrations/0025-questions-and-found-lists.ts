import { Migration } from '@mikro-orm/migrations';

/** Questions that wait for a creator's answer (ADR-079), and public lists that are found by their title (ADR-077). */
export class QuestionsAndFoundLists extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table comments add column asked_id int references users on delete cascade');
    this.addSql('create index comments_asked on comments (asked_id, id desc) where asked_id is not null');
    this.addSql(`create index lists_found on lists using gin (to_tsvector('english', plain_text(title)))
      where visibility = 'public'`);
  }
}
