import { Migration } from '@mikro-orm/migrations';

const events = ['insert', 'update', 'delete'] as const;
type Event = (typeof events)[number];
const transitionTables: Record<Event, string> = {
  insert: 'new table as changed',
  update: 'old table as was new table as changed',
  delete: 'old table as was',
};

/** Says on the channel `library` by keys what visitors' pages show of a change (ADR-082). The version before reads no
 *  payload there, so both may run beside each other. */
export class TellKeys extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.tellKeys();
    this.tellContent();
    this.tellMedia();
    this.tellMembers();
    this.tellOfItems();
    this.tellOfCreators();
    this.tellMap();
    this.addSql('drop function tell_library()');
  }

  /** A payload has at most 8,000 bytes, and a key at most 60. */
  private tellKeys() {
    this.addSql(`create function tell_keys(keys text[]) returns void language plpgsql as $$
      begin
        perform pg_notify('library', case when cardinality(keys) <= 100 then array_to_string(keys, ' ')
          when array_to_string(keys, ' ') like '%!%' then '!all' else 'all' end);
      end $$`);
  }

  private watch(table: string, on: readonly Event[], call: string) {
    for (const event of on)
      this.addSql(`create trigger ${table}_tell_keys_${event} after ${event} on ${table}
        referencing ${transitionTables[event]} for each statement execute function ${call}`);
  }

  /** Items that no visitor sees are told without a key: only what processes have read of them is forgotten. */
  private tellContent() {
    this.addSql('drop trigger content_tell on content');
    this.addSql(`create function tell_content() returns trigger language plpgsql as $$
      declare
        shown int[] = '{}';
        gone int[] = '{}';
      begin
        if tg_op = 'INSERT' then
          shown = array(select id from changed where status = 'published');
        elsif tg_op = 'DELETE' then
          gone = array(select id from was where status = 'published');
        else
          shown = array(select c.id from changed c join was w using (id)
            where 'published' in (c.status, w.status));
          gone = array(select c.id from changed c join was w using (id)
            where w.status = 'published' and (c.status <> 'published' or w.tier = 'free'
              and (c.tier <> 'free' or c.early_until is not null and c.early_until is distinct from w.early_until)));
        end if;
        perform tell_keys(array(
          select 'item-' || id from unnest(shown) id
          union all select '!item-' || id from unnest(gone) id
          union all select '!media-' || m.key from media m where m.content_id = any(gone)
          union all select distinct 'creator-' || lower(u.username::text) from content c
            join users u on u.id = c.creator_id where c.id = any(shown)
          union all select 'lists' where cardinality(shown || gone) > 0));
        return null;
      end $$`);
    this.watch('content', events, 'tell_content()');
    this.addSql('drop trigger featured_tell on featured');
    this.addSql(`create function tell_featured() returns trigger language plpgsql as $$
      begin
        if not exists (select from was) then return null; end if;
        perform tell_keys(array(select 'lists' union all select '!media-' || image_key from was
          where image_key is not null));
        return null;
      end $$`);
    this.addSql(`create function tell_featured_insert() returns trigger language plpgsql as $$
      begin
        perform tell_keys(array['lists']);
        return null;
      end $$`);
    this.watch('featured', ['update', 'delete'], 'tell_featured()');
    this.watch('featured', ['insert'], 'tell_featured_insert()');
  }

  private tellMedia() {
    this.addSql('drop trigger media_tell on media');
    this.addSql(`create function tell_media() returns trigger language plpgsql as $$
      declare
        items int[] = '{}';
        gone text[] = '{}';
      begin
        if tg_op <> 'INSERT' then
          items = array(select content_id from was where content_id is not null);
        end if;
        if tg_op <> 'DELETE' then
          items = items || array(select content_id from changed where content_id is not null);
        end if;
        if tg_op = 'DELETE' then
          gone = array(select key from was);
        elsif tg_op = 'UPDATE' then
          gone = array(select w.key from was w join changed c using (id) where w.status = 'ready'
            and (w.content_id is distinct from c.content_id or c.status <> 'ready'));
        end if;
        perform tell_keys(array(
          select 'item-' || id from content where id = any(items) and status = 'published'
          union all select '!media-' || key from unnest(gone) key));
        return null;
      end $$`);
    this.watch('media', events, 'tell_media()');
    this.addSql(`create function tell_captions() returns trigger language plpgsql as $$
      declare
        media_ids bigint[] = '{}';
      begin
        if tg_op <> 'INSERT' then media_ids = array(select media_id from was); end if;
        if tg_op <> 'DELETE' then media_ids = media_ids || array(select media_id from changed); end if;
        perform tell_keys(array(select distinct 'item-' || content_id from media
          where id = any(media_ids) and content_id is not null));
        return null;
      end $$`);
    this.watch('captions', events, 'tell_captions()');
  }

  /** What visitors see of a member: at their own items, on their page, and at the ratings that they wrote. */
  private tellMembers() {
    const visible = [
      'username',
      'first_name',
      'last_name',
      'status',
      'is_verified',
      'martial_art',
      'belt_level',
    ];
    const all = [...visible, 'bio', 'profile_image_key', 'accepts_requests', 'contact_lines'];
    const row = (of: string) => `(${all.map((column) => `${of}.${column}`).join(', ')})`;
    this.addSql(`create function tell_member_shown() returns trigger language plpgsql as $$
      declare
        ids int[] = array(select w.id from was w join changed c using (id)
          where ${row('w')} is distinct from ${row('c')});
        gone int[] = array(select w.id from was w join changed c using (id)
          where w.status = 'active' and c.status <> 'active');
      begin
        if cardinality(ids) = 0 then return null; end if;
        perform tell_keys(array(
          select case when id = any(gone) then '!' else '' end || 'creator-' || lower(username::text)
            from was where id = any(ids)
          union select 'creator-' || lower(username::text) from changed where id = any(ids)
          union select '!media-' || w.profile_image_key from was w join changed c using (id)
            where w.profile_image_key is not null
            and (w.profile_image_key is distinct from c.profile_image_key or w.id = any(gone))
          union (select 'item-' || content_id from ratings where user_id = any(ids) limit 100)
          union select 'lists' from changed where id = any(ids) and published_items > 0));
        return null;
      end $$`);
    this.watch('users', ['update'], 'tell_member_shown()');
  }

  private tellOfItems() {
    this.addSql(`create function tell_of_item() returns trigger language plpgsql as $$
      declare
        items int[] = '{}';
      begin
        if tg_op <> 'INSERT' then items = array(select content_id from was); end if;
        if tg_op <> 'DELETE' then items = items || array(select content_id from changed); end if;
        if cardinality(items) = 0 then return null; end if;
        perform tell_keys(array(
          select 'item-' || id from content where id = any(items)
          union all select distinct 'creator-' || lower(u.username::text) from content c
            join users u on u.id = c.creator_id where c.id = any(items)));
        return null;
      end $$`);
    this.watch('likes', ['insert', 'delete'], 'tell_of_item()');
    this.watch('ratings', events, 'tell_of_item()');
    this.watch('content_map_links', events, 'tell_of_item()');
  }

  private tellOfCreators() {
    this.addSql(`create function tell_of_creator() returns trigger language plpgsql as $$
      declare
        ids int[] = '{}';
        found int[];
        found_keys text[];
      begin
        if tg_op <> 'INSERT' then
          execute format('select array_agg(%I) from was', tg_argv[0]) into found;
          ids = ids || found;
        end if;
        if tg_op <> 'DELETE' then
          execute format('select array_agg(%I) from changed', tg_argv[0]) into found;
          ids = ids || found;
        end if;
        found_keys = array(select 'creator-' || lower(username::text) from users
          where id = any(ids) and published_items > 0);
        if cardinality(found_keys) > 0 then perform tell_keys(found_keys); end if;
        return null;
      end $$`);
    this.watch('follows', ['insert', 'delete'], `tell_of_creator('creator_id')`);
    this.watch('request_offers', events, `tell_of_creator('creator_id')`);
    this.watch('lists', events, `tell_of_creator('member_id')`);
  }

  private tellMap() {
    this.addSql(`create function tell_map() returns trigger language plpgsql as $$
      begin
        perform tell_keys(array['map']);
        return null;
      end $$`);
    this.addSql(`create trigger map_version_tell_keys after update on map_version
      for each statement execute function tell_map()`);
  }
}
