import type { Em } from '../../../db/orm.server.ts';
import { type Mark, writeMarks } from './keep-progress.sql.server.ts';

const minuteMs = 60_000;
/** A player with our script reports at least this often while it plays. */
const exactMs = 3 * minuteMs;
/** While the database is away, marks of more members or items than this are dropped. */
const most = { members: 50_000, itemsOfMember: 20 };

/** Marks that must not be written any more, made until a moment (in milliseconds). */
export interface Forgotten {
  memberId: number;
  /** Without it the marks of all items are meant. */
  contentId?: number | undefined;
  until: number;
}

/** Keeps where members are in a video, and writes at most one row per member and minute. What waits for its minute is
 *  in `waitingOf`, so that pages of this process show it at once. */
export class ProgressKeeper {
  #waiting = new Map<number, Map<number, Mark>>();
  #written = new Map<number, number>();
  #exact = new Map<number, number>();
  #flushing: Promise<void> = Promise.resolve();

  add(memberId: number, mark: Mark) {
    const marks = this.#waiting.get(memberId) ?? new Map<number, Mark>();
    if (!this.#waiting.has(memberId) && this.#waiting.size >= most.members) return;
    const before = marks.get(mark.contentId);
    marks.delete(mark.contentId);
    if (marks.size >= most.itemsOfMember) return;
    marks.set(mark.contentId, { ...mark, isSeen: mark.isSeen || Boolean(before?.isSeen) });
    this.#waiting.set(memberId, marks);
  }

  /** A mark that a player's script reported: `isExact` is then true for a while. */
  addExact(memberId: number, mark: Mark) {
    this.#exact.set(memberId, mark.at.getTime());
    this.add(memberId, mark);
  }

  /** Whether estimates about this member are worth nothing, because exact marks arrive. */
  isExact = (memberId: number, now: number): boolean =>
    now - (this.#exact.get(memberId) ?? Number.NEGATIVE_INFINITY) < exactMs;

  waitingOf(memberId: number): ReadonlyMap<number, Mark> {
    return this.#waiting.get(memberId) ?? none;
  }

  /** Forgets the marks of a member that wait and were made until a moment: all, or that of one item. */
  forget({ memberId, contentId, until }: Forgotten) {
    const marks = this.#waiting.get(memberId);
    for (const mark of marks?.values() ?? [])
      if (mark.at.getTime() <= until && mark.contentId === (contentId ?? mark.contentId))
        marks?.delete(mark.contentId);
    if (marks?.size === 0) this.#waiting.delete(memberId);
  }

  /** Writes one mark, the oldest, of each member whose last one is a minute old. On failure they are kept.
   *  @param now milliseconds; `Infinity` writes for everyone, as at the end of the process */
  flush(em: Em, now: number): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write(em, now));
    return this.#flushing;
  }

  async #write(em: Em, now: number) {
    for (const [memberId, at] of this.#written) if (now - at >= minuteMs) this.#written.delete(memberId);
    for (const memberId of this.#exact.keys()) if (!this.isExact(memberId, now)) this.#exact.delete(memberId);
    const due: (Mark & { memberId: number })[] = [];
    for (const [memberId, marks] of this.#waiting) {
      if (this.#written.has(memberId)) continue;
      const all = [...marks.values()];
      for (const mark of now === Number.POSITIVE_INFINITY ? all : all.slice(0, 1))
        due.push({ ...mark, memberId });
      if (marks.size === 0) this.#waiting.delete(memberId);
    }
    if (due.length === 0) return;
    await writeMarks(em, due);
    for (const { memberId, contentId, at } of due) {
      this.#written.set(memberId, now);
      const marks = this.#waiting.get(memberId);
      // A newer one may have come meanwhile.
      if (marks?.get(contentId)?.at === at) marks.delete(contentId);
      if (marks?.size === 0) this.#waiting.delete(memberId);
    }
  }
}

const none: ReadonlyMap<number, Mark> = new Map();
