import { Migration } from '@mikro-orm/migrations';

/** What curators need to decide on proposed names: the source, lists by time, and links that follow a merge. */
export class MapProposals extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '2s'`);
    this.lists('map_positions', 'id');
    // One list has both: a transition sorts by its negative number.
    this.lists('map_transitions', '(-id)');
    this.followMerges();
    this.resolveLinks();
  }

  private lists(table: string, key: string) {
    this.addSql(`alter table ${table} add column source text check (char_length(source) <= 500)`);
    this.addSql(`drop index ${table}_proposed`);
    this.addSql(`create index ${table}_proposed on ${table} (created_at, ${key}) where state = 'proposed'`);
    this.addSql(
      `create index ${table}_decided on ${table} (decided_at, ${key}) where decided_at is not null`,
    );
    this.addSql(`drop index ${table}_proposed_by`);
    this.addSql(`create index ${table}_proposed_by on ${table} (proposed_by, created_at, ${key})
      where proposed_by is not null`);
  }

  /** Items and followers go with what was merged. The map knows neither, hence triggers. */
  private followMerges() {
    this.addSql(`create function follow_merged_position() returns trigger language plpgsql as $$
      begin
        update content_map_links set
          starts_id = case when starts_id = new.id then new.merged_into else starts_id end,
          ends_id = case when ends_id = new.id then new.merged_into else ends_id end
        where starts_id = new.id or ends_id = new.id;
        insert into position_follows (member_id, position_id, created_at)
          select member_id, new.merged_into, created_at from position_follows where position_id = new.id
          on conflict do nothing;
        delete from position_follows where position_id = new.id;
        return null;
      end
    $$`);
    this.addSql(`create function follow_merged_transition() returns trigger language plpgsql as $$
      begin
        update content_map_links set transition_id = new.merged_into where transition_id = new.id;
        return null;
      end
    $$`);
    for (const thing of ['position', 'transition'])
      this.addSql(`create trigger map_${thing}s_follow_merge after update of merged_into on map_${thing}s
        for each row when (new.merged_into is not null) execute function follow_merged_${thing}()`);
  }

  /** An item that is saved while its position is merged gets what the position became. Only proposals are merged, so
   *  only their rows are locked. */
  private resolveLinks() {
    for (const thing of ['position', 'transition'])
      this.addSql(`create function current_${thing}(thing int) returns int language plpgsql as $$
        declare
          next int;
        begin
          loop
            select merged_into into next from map_${thing}s where id = thing and origin_key is null for share;
            if next is null then
              return thing;
            end if;
            thing := next;
          end loop;
        end
      $$`);
    this.addSql(`create function resolve_map_link() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' or new.starts_id is distinct from old.starts_id then
          new.starts_id := current_position(new.starts_id);
        end if;
        if tg_op = 'INSERT' or new.ends_id is distinct from old.ends_id then
          new.ends_id := current_position(new.ends_id);
        end if;
        if tg_op = 'INSERT' or new.transition_id is distinct from old.transition_id then
          new.transition_id := current_transition(new.transition_id);
        end if;
        return new;
      end
    $$`);
    this.addSql(`create trigger content_map_links_resolve
      before insert or update of starts_id, ends_id, transition_id on content_map_links
      for each row execute function resolve_map_link()`);
  }
}
