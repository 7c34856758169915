import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import type { Scope } from '../../scope.ts';

/** Seen items wait here for at most a second, then go to the database in one statement. */
export class ViewCounter {
  #waiting = new Map<string, { contentId: number; viewer: string }>();
  #flushing: Promise<void> = Promise.resolve();

  add(contentId: number, viewer: string) {
    this.#waiting.set(`${contentId} ${viewer}`, { contentId, viewer });
  }

  /** Writes what waits. A person counts once an item and day, also across processes (decisions 7). */
  flush(em: Em, now: Date): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write(em, now));
    return this.#flushing;
  }

  async #write(em: Em, now: Date) {
    if (this.#waiting.size === 0) return;
    // Sorted, so that two processes never wait for each other's rows in a circle.
    const seen = [...this.#waiting.values()].sort((a, b) => a.contentId - b.contentId);
    this.#waiting.clear();
    const ids = seen.map((view) => view.contentId);
    const viewers = seen.map((view) => view.viewer);
    await row(em)`
      with fresh as (
        insert into content_views (content_id, viewer, day)
        select seen.content_id, seen.viewer, ${now.toISOString().slice(0, 10)}::date
        from unnest(${ids}::int[], ${viewers}::text[]) as seen (content_id, viewer)
        join content on content.id = seen.content_id
        order by 1, 2
        on conflict do nothing
        returning content_id
      )
      update content_stats set views = views + counted.n
      from (select content_id, count(*)::int as n from fresh group by content_id order by content_id) counted
      where content_stats.content_id = counted.content_id`;
  }
}

/** Counts a look at an item; the creator's own and those of robots do not count. */
export function countView(scope: Scope, item: { id: number; creatorId: number }) {
  if (scope.visitor.isBot || scope.viewer?.id === item.creatorId) return;
  scope.views.add(item.id, scope.visitor.dayKey);
}
