import { Migration } from '@mikro-orm/migrations';

/** Questions that wait for a creator's answer (ADR-079), and public lists that are found by their title (ADR-077). */
export class QuestionsAndFoundLists extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table comments add column asked_id int references users on delete cascade');
    this.addSql(`update comments c set asked_id = i.creator_id from content i
      where i.id = c.content_id and c.parent_id is null and c.removed_at is null and c.text ~ '[?\u061f\uff1f]'
        and c.member_id <> i.creator_id and not exists (
          select from comments r
          where r.parent_id = c.id and r.member_id = i.creator_id and r.removed_at is null)`);
    this.addSql('create index comments_asked on comments (asked_id, id desc) where asked_id is not null');
    this.addSql(`create index lists_found on lists using gin (to_tsvector('english', plain_text(title)))
      where visibility = 'public'`);
    this.addSql(
      `create index lists_public on lists (id desc) where visibility = 'public' and entry_count > 0`,
    );
  }
}
