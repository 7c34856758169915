import { Migration } from '@mikro-orm/migrations';

/** Where a member left each item, when last, and what is seen: the history (ADR-075). */
export class History extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    this.addSql(`alter table users add column history_paused boolean not null default false`);
    this.addSql(`alter table watched
      add column last_at timestamptz(3) default now(),
      add column seconds int check (seconds >= 0),
      add column seen_at timestamptz(3)`);
    this.addSql(`update watched set last_at = watched_at`);
    this.addSql(`create index watched_history on watched (user_id, last_at desc, content_id desc)
      where last_at is not null`);
    this.addSql(`create index watched_begun on watched (user_id, last_at desc, content_id desc)
      where last_at is not null and seconds > 0 and seen_at is null`);
  }
}
