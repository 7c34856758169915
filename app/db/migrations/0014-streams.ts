import { Migration } from '@mikro-orm/migrations';

/** Which file of a film the media service has made streams of; and an order to take back the lasting addresses of
 *  whatever stops being for everybody, by whichever rule. */
export class Streams extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table media add column stream_of text`);
    this.addSql(`create function take_back_addresses() returns trigger language plpgsql as $$ begin
        perform graphile_worker.add_job('take-back', json_build_object('contentId', new.id));
        return null;
      end $$`);
    this.addSql(`create trigger content_takes_back after update of status, tier on content for each row
      when (old.status = 'published' and old.tier = 'free'
        and (new.status <> 'published' or new.tier <> 'free'))
      execute function take_back_addresses()`);
  }
}
