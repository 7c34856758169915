import { Migration } from '@mikro-orm/migrations';

/** Says in one query instead of three whose likes have changed: that took a seventh of a like's time in PostgreSQL. */
export class TellLikes extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`create function tell_likes() returns trigger language plpgsql as $$
      declare
        keys text[];
      begin
        if tg_op = 'INSERT' then
          keys = array(select unnest(array['item-' || c.id, 'creator-' || lower(u.username::text)])
            from changed l join content c on c.id = l.content_id join users u on u.id = c.creator_id);
        else
          keys = array(select unnest(array['item-' || c.id, 'creator-' || lower(u.username::text)])
            from was l join content c on c.id = l.content_id join users u on u.id = c.creator_id);
        end if;
        if cardinality(keys) > 0 then perform tell_keys(keys); end if;
        return null;
      end $$`);
    for (const [event, table] of [
      ['insert', 'new table as changed'],
      ['delete', 'old table as was'],
    ]) {
      this.addSql(`drop trigger likes_tell_keys_${event} on likes`);
      this.addSql(`create trigger likes_tell_keys_${event} after ${event} on likes
        referencing ${table} for each statement execute function tell_likes()`);
    }
  }
}
