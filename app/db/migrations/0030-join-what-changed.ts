import { Migration } from '@mikro-orm/migrations';

const keysOf = (changed: string) => `array(
          select distinct unnest(array['item-' || c.id, 'creator-' || lower(u.username::text)])
          from ${changed} x join content c on c.id = x.content_id join users u on u.id = c.creator_id)`;

/** Says in one query which items have other likes, ratings or places on the map. Collecting their ids in an array first
 *  took nearly half of a like's time in PostgreSQL. */
export class JoinWhatChanged extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`create or replace function tell_of_item() returns trigger language plpgsql as $$
      declare
        keys text[];
      begin
        if tg_op = 'INSERT' then
          keys = ${keysOf('changed')};
        elsif tg_op = 'DELETE' then
          keys = ${keysOf('was')};
        else
          keys = ${keysOf('(select content_id from was union select content_id from changed)')};
        end if;
        if cardinality(keys) > 0 then perform tell_keys(keys); end if;
        return null;
      end $$`);
  }
}
