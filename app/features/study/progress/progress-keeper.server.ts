import type { Em } from '../../../db/orm.server.ts';
import { type Mark, writeMarks } from './keep-progress.sql.server.ts';

const minuteMs = 60_000;
/** A player with our script reports at least this often while it plays. */
export const exactMs = 3 * minuteMs;
/** While the database is away, estimates for more members or items than this are dropped. */
const most = { members: 50_000, itemsOfMember: 20 };

export type Estimate = Omit<Mark, 'isSeen'>;

/** Estimates that must not be written any more, made until a moment (in milliseconds). */
export interface Forgotten {
  memberId: number;
  /** Without it the estimates of all items are meant. */
  contentId?: number | undefined;
  until: number;
}

/** Keeps estimates of where members are in a video until they are written: at most one row per member and minute,
 *  because a player asks for many ranges. Nobody was told that they are kept. */
export class ProgressKeeper {
  #waiting = new Map<number, Map<number, Estimate>>();
  #written = new Map<number, Estimate & { writtenAt: number }>();
  #flushing: Promise<void> = Promise.resolve();

  add({ memberId, contentId, ...place }: Estimate) {
    const estimates = this.#waiting.get(memberId) ?? new Map<number, Estimate>();
    if (!this.#waiting.has(memberId) && this.#waiting.size >= most.members) return;
    estimates.delete(contentId);
    if (estimates.size >= most.itemsOfMember) return;
    estimates.set(contentId, { memberId, contentId, ...place });
    this.#waiting.set(memberId, estimates);
  }

  /** Whether this process has just estimated the place that was kept at a moment. */
  isOwn(memberId: number, contentId: number, placedAt: Date): boolean {
    const last = this.#written.get(memberId);
    return last?.contentId === contentId && last.at.getTime() === placedAt.getTime();
  }

  /** Forgets the estimates about a member that wait and were made until a moment: all, or that of one item. */
  forget({ memberId, contentId, until }: Forgotten) {
    const estimates = this.#waiting.get(memberId);
    for (const { at, contentId: of } of estimates?.values() ?? [])
      if (at.getTime() <= until && of === (contentId ?? of)) estimates?.delete(of);
    if (estimates?.size === 0) this.#waiting.delete(memberId);
  }

  /** Writes one estimate, the oldest, for each member whose last one is a minute old. On failure they are kept.
   *  @param now milliseconds; `Infinity` writes for everyone, as at the end of the process */
  flush(em: Em, now: number): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write(em, now));
    return this.#flushing;
  }

  async #write(em: Em, now: number) {
    for (const [memberId, { writtenAt }] of this.#written)
      if (now - writtenAt >= exactMs) this.#written.delete(memberId);
    const due: Estimate[] = [];
    for (const [memberId, estimates] of this.#waiting) {
      if (now - (this.#written.get(memberId)?.writtenAt ?? 0) < minuteMs) continue;
      const all = [...estimates.values()];
      due.push(...(now === Number.POSITIVE_INFINITY ? all : all.slice(0, 1)));
    }
    if (due.length === 0) return;
    await writeMarks(
      em,
      due.map((estimate) => ({ ...estimate, isSeen: false })),
    );
    for (const estimate of due) {
      const { memberId, contentId } = estimate;
      this.#written.set(memberId, { ...estimate, writtenAt: now });
      const estimates = this.#waiting.get(memberId);
      // A newer one may have come meanwhile.
      if (estimates?.get(contentId) === estimate) estimates.delete(contentId);
      if (estimates?.size === 0) this.#waiting.delete(memberId);
    }
  }
}
