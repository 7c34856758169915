import { Migration } from '@mikro-orm/migrations';

/** Tells all processes which members' and items' facts changed, so that they forget what they read (ADR-061). */
export class TellChanges extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    // A payload has at most 8,000 bytes.
    this.addSql(`create function tell_members() returns trigger language plpgsql as $$
      declare
        ids text[];
      begin
        execute format('select array_agg(distinct %I::text) from changed', tg_argv[0]) into ids;
        if ids is not null then
          perform pg_notify('members', case when cardinality(ids) > 500 then '*' else array_to_string(ids, ',') end);
        end if;
        return null;
      end $$`);
    this.addSql(`create function tell_library() returns trigger language plpgsql as $$
      begin
        perform pg_notify('library', '');
        return null;
      end $$`);
    const events = ['insert', 'update', 'delete'] as const;
    const watch = (table: string, column: string, on: readonly (typeof events)[number][]) => {
      for (const event of on)
        this.addSql(`create trigger ${table}_tell_${event} after ${event} on ${table}
          referencing ${event === 'delete' ? 'old' : 'new'} table as changed
          for each statement execute function tell_members('${column}')`);
    };
    watch('users', 'id', ['update', 'delete']);
    // A session only changes by being used.
    watch('sessions', 'user_id', ['delete']);
    for (const table of ['second_factors', 'subscriptions', 'conversation_sides', 'notifications'])
      watch(table, 'user_id', events);
    for (const table of ['content', 'media', 'featured'])
      this.addSql(`create trigger ${table}_tell after insert or update or delete on ${table}
        for each statement execute function tell_library()`);
  }
}
