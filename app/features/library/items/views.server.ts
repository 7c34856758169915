import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import type { Scope } from '../../../scope.ts';

interface Look {
  contentId: number;
  viewer: string;
  day: string;
}

/** While the database is away, more views than this are dropped. */
const mostWaiting = 100_000;

/** Collects views for up to a second, then writes them in one statement. */
export class ViewCounter {
  #waiting = new Map<string, Look>();
  #flushing: Promise<void> = Promise.resolve();

  add(look: Look) {
    const key = `${look.contentId} ${look.day} ${look.viewer}`;
    if (this.#waiting.size < mostWaiting) this.#waiting.set(key, look);
  }

  /** Writes the collected views; on failure they are kept. */
  flush(em: Em): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write(em));
    return this.#flushing;
  }

  async #write(em: Em) {
    if (this.#waiting.size === 0) return;
    const looks = this.#waiting;
    this.#waiting = new Map();
    try {
      await count(em, [...looks.values()]);
    } catch (error) {
      for (const look of looks.values()) this.add(look);
      throw error;
    }
  }
}

/** A person counts once an item and day, across all processes. */
async function count(em: Em, looks: Look[]) {
  // Locked in the order of their ids, so that two processes cannot deadlock.
  await row(em)`
    with fresh as (
      insert into content_views (content_id, viewer, day)
      select seen.content_id, seen.viewer, seen.day
      from unnest(${looks.map((look) => look.contentId)}::int[], ${looks.map((look) => look.viewer)}::text[],
        ${looks.map((look) => look.day)}::date[]) as seen (content_id, viewer, day)
      join content on content.id = seen.content_id
      order by 1, 2, 3
      on conflict do nothing
      returning content_id
    ), counted as (
      select content_id, count(*)::int as n from fresh group by content_id
    ), locked as materialized (
      select s.content_id, counted.n from content_stats s join counted on counted.content_id = s.content_id
      order by s.content_id for no key update of s
    )
    update content_stats set views = views + locked.n from locked
    where content_stats.content_id = locked.content_id`;
}

/** Counts a view of an item, but not those of its creator and of robots. */
export function countView(
  scope: Pick<Scope, 'visitor' | 'viewer' | 'views' | 'now'>,
  item: { id: number; creatorId: number },
) {
  if (scope.visitor.isBot || scope.viewer?.id === item.creatorId) return;
  scope.views.add({
    contentId: item.id,
    viewer: scope.visitor.dayKey,
    day: scope.now().toISOString().slice(0, 10),
  });
}
