import { Migration } from '@mikro-orm/migrations';

/** Which file of a film the media service has made streams of. */
export class Streams extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table media add column stream_of text`);
  }
}
