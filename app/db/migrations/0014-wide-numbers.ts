import { Migration } from '@mikro-orm/migrations';

/** Numbers that may pass 2,147,483,647: sums and counters, and ids of what grows with every visit or sale (ADR-064).
 *  `wide-numbers.test.ts` names those that stay. */
const wide: Record<string, string[]> = {
  content_stats: ['views', 'likes', 'sales', 'rating_sum', 'rating_count', 'downloads'],
  creator_totals: ['views', 'likes', 'rating_sum', 'rating_count'],
  creator_days: ['views', 'likes', 'sales', 'followers', 'downloads'],
  sessions: ['id'],
  notifications: ['id', 'about_id', 'newest', 'moved'],
  messages: ['id'],
  conversation_sides: ['last_message_id', 'read_up_to'],
  media: ['id', 'message_id'],
  captions: ['id', 'media_id'],
  ratings: ['id'],
  purchases: ['id'],
  charges: ['id', 'purchase_id'],
  ledger_entries: ['id', 'charge_id'],
  refunds: ['id', 'charge_id', 'purchase_id'],
  audit_log: ['id'],
  report_cases: ['subject_id'],
};

export class WideNumbers extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '5s'`);
    // The type of a column from which another is computed cannot be altered.
    this.addSql('alter table content_stats drop column rating_average');
    for (const [table, columns] of Object.entries(wide)) {
      this.addSql(
        `alter table ${table} ${columns.map((name) => `alter column ${name} type bigint`).join(', ')}`,
      );
    }
    this.addSql(`alter table content_stats add column rating_average numeric(3, 2) generated always as
      (case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2) end) stored`);
    this.addSql(`create index content_stats_own_rating_average on content_stats
      (creator_id, state, rating_average desc, content_id desc)`);
    this.addSql(`create index content_stats_rated on content_stats (rating_average desc, content_id desc)`);
    this.addSql('alter sequence notification_moves as bigint');
  }
}
