import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { Scope } from '../../../scope.ts';
import type { MediaAccess } from '../../core/media/pictures.server.ts';
import { addViews, type Look } from './daily-viewers.sql.server.ts';

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
      await addViews(em, [...looks.values()]);
    } catch (error) {
      for (const look of looks.values()) this.add(look);
      throw error;
    }
  }
}

/** Counts a view of a published item that a visitor has seen elsewhere; of another item and of a member none. */
export async function countVisitorsView(scope: Scope, contentId: number) {
  if (scope.viewer) return;
  const item = await db(scope.em)
    .selectFrom('content')
    .select(['id', 'creator_id as creatorId'])
    .where('id', '=', contentId)
    .where('status', '=', 'published')
    .executeTakeFirst();
  if (item) countView(scope, item);
}

/** Counts a view of an item, but not those of its creator and of robots. An open item is then watched. */
export function countView(
  scope: Pick<Scope, 'visitor' | 'viewer' | 'views' | 'now'>,
  item: { id: number; creatorId: number; mediaAccess?: MediaAccess },
) {
  if (scope.visitor.isBot || scope.viewer?.id === item.creatorId) return;
  scope.views.add({
    contentId: item.id,
    viewer: scope.visitor.dayKey,
    day: scope.now().toISOString().slice(0, 10),
    at: scope.now(),
    watchedBy: item.mediaAccess === 'locked' ? null : (scope.viewer?.id ?? null),
  });
}
