import { Migration } from '@mikro-orm/migrations';

/** What makes lists and searches find things: filters in one index, the words in use, who has published. */
export class WordsAndCreators extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`create extension if not exists btree_gin`);
    const published = `where status = 'published'`;
    this.addSql(`create index content_filters on content
      using gin (category, technique_type, tier, difficulty_level, content_type) ${published}`);
    this.addSql(
      `create index content_technique on content (technique_type, published_at desc, id desc) ${published}`,
    );

    this.addSql(`create table search_words (word text primary key)`);
    this.addSql(`create index search_words_alike on search_words using gin (word gin_trgm_ops)`);
    this.addSql(`create index search_words_length on search_words (left(word, 1), char_length(word))`);
    // Only published items: a draft's title must not show through a suggestion. Sorted against deadlocks.
    this.addSql(`create function keep_search_words() returns trigger language plpgsql as $$ begin
      insert into search_words (word)
      select distinct word from fresh, regexp_split_to_table(fresh.name_search, '[^[:alpha:]]+') word
      where fresh.status = 'published' and char_length(word) between 3 and 30
      order by word on conflict do nothing;
      return null;
    end $$`);
    for (const act of ['insert', 'update']) {
      this.addSql(`create trigger content_words_on_${act} after ${act} on content
        referencing new table as fresh for each statement execute function keep_search_words()`);
    }

    this.addSql(`alter table users add column published_items int not null default 0
      check (published_items >= 0)`);
    this.addSql(`create index users_creators on users (id) where published_items > 0 and status = 'active'`);
    this.addSql(`create index users_creators_name on users using gin (name_search gin_trgm_ops)
      where published_items > 0 and status = 'active'`);
    this.countPublished('insert', `select creator_id, 1 as n from fresh ${published}`);
    this.countPublished('delete', `select creator_id, -1 as n from old ${published}`);
    this.countPublished(
      'update',
      `select creator_id, 1 as n from fresh ${published}
        union all select creator_id, -1 from old ${published}`,
    );
  }

  /** A creator's number of published items moves in the statement that changes it, whoever sends it. */
  private countPublished(act: 'insert' | 'update' | 'delete', changes: string) {
    this.addSql(`create function count_published_on_${act}() returns trigger language plpgsql as $$ begin
      update users set published_items = published_items + moved.n
      from (select creator_id, sum(n) as n from (${changes}) change group by 1 having sum(n) <> 0) moved
      where users.id = moved.creator_id;
      return null;
    end $$`);
    const tables = [act !== 'delete' && 'new table as fresh', act !== 'insert' && 'old table as old'];
    this.addSql(`create trigger content_counts_on_${act} after ${act} on content
      referencing ${tables.filter(Boolean).join(' ')}
      for each statement execute function count_published_on_${act}()`);
  }
}
