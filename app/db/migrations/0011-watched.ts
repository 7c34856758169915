import { Migration } from '@mikro-orm/migrations';

/** What each member has opened, for the mark on its card. */
export class Watched extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    this.addSql(`create table watched (
      user_id int not null references users on delete cascade,
      content_id int not null references content on delete cascade,
      watched_at timestamptz(3) not null default now(),
      primary key (user_id, content_id)
    )`);
    this.addSql(`create index watched_content on watched (content_id)`);
  }
}
