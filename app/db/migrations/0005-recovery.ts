import { Migration } from '@mikro-orm/migrations';

/** Proved and waiting e-mail addresses, the links that mails carry, and where a session began. */
export class Recovery extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql(`alter table users
      add column verified_email citext,
      add column pending_email citext,
      add column pending_email_until timestamptz(3),
      add constraint users_pending_email check ((pending_email is null) = (pending_email_until is null))`);
    this.addSql(`alter table sessions add column address text`);
    this.addSql(`create table account_links (
      token_hash text primary key,
      user_id int not null references users on delete cascade,
      purpose text not null check (purpose in ('verify', 'reset', 'change', 'undo')),
      email citext not null,
      expires_at timestamptz(3) not null
    )`);
    this.addSql(`create index account_links_user on account_links (user_id)`);
    this.addSql(`create index account_links_held on account_links (email) where purpose = 'undo'`);
  }
}
