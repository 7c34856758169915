import { Migration } from '@mikro-orm/migrations';

/** Who asked for a clip, while it waits, so that each member has a share of the queue (ADR-094). */
export class ClipAskers extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.addSql('alter table clips add column asked_by_id int references users on delete set null');
    this.addSql('create index clips_asked_by on clips (asked_by_id) where asked_by_id is not null');
  }
}
