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

  /** Counts views of a member that were made until a moment, in milliseconds, but no longer as watched: of all items,
   *  or of one. */
  forget({
    memberId,
    contentId,
    until,
  }: {
    memberId: number;
    contentId?: number | undefined;
    until: number;
  }) {
    for (const look of this.#waiting.values())
      if (
        look.watchedBy === memberId &&
        look.at.getTime() <= until &&
        look.contentId === (contentId ?? look.contentId)
      )
        look.watchedBy = null;
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

const mostSeen = 50_000;
/** A sender chooses the user agent, and long ones would fill the memory. */
const longestSender = 300;
const dayMs = 24 * 60 * 60 * 1_000;

/** Which visitors' views of kept pages were counted today, in memory: a page that is kept is opened often, and the
 *  database would only find that it has the view. A view that is not remembered is counted as usual. */
export class SeenToday {
  #day = 0;
  #count = 0;
  /** By user agent, of which there are few, so that the other parts are short. */
  readonly #byAgent = new Map<string, Set<string>>();

  /** Remembers the view. @returns whether it is new, as far as is remembered */
  add({ id, address, agent, at }: { id: string; address: string; agent: string; at: Date }): boolean {
    const day = Math.floor(at.getTime() / dayMs);
    if (agent.length + address.length > longestSender) return true;
    const view = `${id} ${address}`;
    if (day === this.#day && this.#byAgent.get(agent)?.has(view)) return false;
    if (day !== this.#day || this.#count >= mostSeen) this.#forget(day);
    this.#byAgent.set(agent, (this.#byAgent.get(agent) ?? new Set()).add(view));
    this.#count += 1;
    return true;
  }

  #forget(day: number) {
    this.#day = day;
    this.#count = 0;
    this.#byAgent.clear();
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
