import { Migration } from '@mikro-orm/migrations';

/** Items are found by what they show on the map, and misspelt names of terms are corrected like words of titles. */
export class MapSearch extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.mapKeys();
    this.nameWords();
    // An import writes all names at once, and they are searched right after.
    this.addSql('alter index map_names_near set (fastupdate = off)');
  }

  /** What an item shows, as keys: 't7' is a term, 'p12' a position, 'm345' a transition. They are a column of the item,
   *  so that a search reads them with the row instead of joining a table. */
  private mapKeys() {
    this.addSql(`alter table content add column map_keys text[] not null default '{}'`);
    this.addSql(`create index content_map_keys on content using gin (map_keys) where status = 'published'`);
    // In plpgsql, so that the function may be made before the tables (schema.sql).
    this.addSql(`create function map_keys_of(item int) returns text[] language plpgsql stable as $$
      begin return (select coalesce(array_agg(distinct key order by key), '{}')
      from content_map_links link cross join lateral (
        select 't' || link.term_id as key
        union all select 'm' || link.transition_id
        union all select 'p' || link.starts_id
        union all select 'p' || link.ends_id
        union all select 't' || term_id from map_term_links where position_id = link.starts_id
        union all select 't' || term_id from map_term_links where position_id = link.ends_id
        union all select 't' || term_id from map_term_links where transition_id = link.transition_id
      ) keys
      where link.content_id = item and key is not null);
      end $$`);
    this.addSql(`create function keep_map_keys() returns trigger language plpgsql as $$
      declare
        item int := case tg_op when 'DELETE' then old.content_id else new.content_id end;
        keys text[] := map_keys_of(item);
      begin
        update content set map_keys = keys where id = item and map_keys <> keys;
        return null;
      end $$`);
    this.addSql(`create trigger content_map_links_keys after insert or update or delete on content_map_links
      for each row execute function keep_map_keys()`);
    this.addSql(`create function keep_map_keys_of_term() returns trigger language plpgsql as $$
      declare
        link map_term_links := case tg_op when 'DELETE' then old else new end;
      begin
        update content set map_keys = map_keys_of(id)
        where id in (
          select content_id from content_map_links where starts_id = link.position_id
          union select content_id from content_map_links where ends_id = link.position_id
          union select content_id from content_map_links where transition_id = link.transition_id)
        and map_keys <> map_keys_of(id);
        return null;
      end $$`);
    this.addSql(`create trigger map_term_links_keys after insert or delete on map_term_links
      for each row execute function keep_map_keys_of_term()`);
  }

  private nameWords() {
    // Words of one or two letters join too easily to other words (ADR-015).
    this.addSql(`create function keep_name_words() returns trigger language plpgsql as $$
      begin
        insert into search_words (word)
        select distinct word from fresh, regexp_split_to_table(plain_text(fresh.text), '[^[:alpha:]]+') word
        where fresh.term_id is not null and fresh.language <> 'ja' and char_length(word) > 2
        on conflict do nothing;
        return null;
      end $$`);
    this.addSql(`create trigger map_names_words after insert on map_names referencing new table as fresh
      for each statement execute function keep_name_words()`);
  }
}
