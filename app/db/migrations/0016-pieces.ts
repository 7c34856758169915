import { Migration } from '@mikro-orm/migrations';

/** Files that arrive in pieces, the sum of what a member keeps, and what a sweep of the media store suspects. */
export class Pieces extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`create table begun_uploads (
      id text primary key check (id ~ '^[0-9a-f]{32}$'),
      owner_id int not null references users (id) on update cascade on delete cascade,
      name text not null check (length(name) between 1 and 100),
      mark text not null,
      bytes int not null check (bytes > 0),
      arrived int not null default 0 check (arrived between 0 and bytes),
      writer text,
      writer_until timestamptz(3),
      media_key text,
      touched_at timestamptz(3) not null default now(),
      check ((writer is null) = (writer_until is null))
    )`);
    this.addSql(`create index begun_uploads_owner on begun_uploads (owner_id)`);
    this.addSql(`create index begun_uploads_touched on begun_uploads (touched_at)`);
    this.addSql(`create table media_suspects (
      key text primary key,
      why text not null check (why in ('no row', 'no file')),
      seen_at timestamptz(3) not null
    )`);
    // Waiting files are looked for by age; of all media they are the few.
    this.addSql(`create index media_waiting on media (created_at) where content_id is null`);
  }
}
