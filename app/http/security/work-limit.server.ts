/** A request that wants to be worked on. */
export interface Entry {
  address: string;
  /** Its answer serves others, too, so it goes before those that wait. */
  isShared: boolean;
  /** It may change something: a form that is refused is lost work, so it waits longer. */
  isChange: boolean;
  /** Whether it may wait for a slow sender or receiver, and not for this process. */
  isElsewhere: () => boolean;
  /** Whether it surely waits for its sender or receiver: then it takes no place. */
  waitsForClient: () => boolean;
  start: () => void;
  refuse: () => void;
}

interface Held extends Entry {
  since: number;
}

const leastAtOnce = 4;
/** More, for pages that are shared: those who ask for one that is being rendered need no work of their own. */
const moreShared = 8;
/** Twice the connections of the database, because half of a request is rendering. */
const mostAtOnce = 20;
const mostWaiting = 128;
const [mostWaitMs, mostChangeWaitMs] = [4_000, 8_000];
/** After this time a request that may wait for others takes no place, and after the longer one, even in a busy process.
 *  Requests that only wait for this process keep their places, or more and more would be begun. */
const [countedMs, mostCountedMs] = [2_000, 10_000];
/** A page from memory waits as long as the event loop is blocked, and 50 ms are promised for it. */
const [calmMs, busyMs] = [15, 30];

/** Limits how many requests are worked on at once, so that each is answered soon and none piles up (ADR-066). Some wait
 *  for seconds at most, the others are refused. `tick` is called ten times a second. */
export class WorkLimit {
  readonly #now: () => number;
  /** Whether what changes something must wait, because the database confirms nothing. */
  readonly #holdsChanges: () => boolean;
  readonly #working = new Set<Held>();
  readonly #waiting = new Set<Held>();
  #limit = 12;
  #hasWaited = false;
  refused = 0;

  constructor(now: () => number, holdsChanges = () => false) {
    this.#now = now;
    this.#holdsChanges = holdsChanges;
  }

  get state() {
    return { limit: this.#limit, working: this.#working.size, waiting: this.#waiting.size };
  }

  /** Whether all places and the queue are taken. */
  get isFull() {
    return this.#waiting.size >= mostWaiting && this.#working.size >= this.#limit;
  }

  /** Starts the request, lets it wait, or refuses it. @returns called when it has ended, in any way */
  enter(entry: Entry): () => void {
    const held = { ...entry, since: this.#now() };
    if (this.#hasRoom(held) && this.#isNext(entry)) this.#start(held);
    else if (this.#waiting.size < mostWaiting || this.#displace(entry)) this.#wait(held);
    else this.#refuse(held);
    return () => {
      this.#waiting.delete(held);
      if (this.#working.delete(held)) this.#fill();
    };
  }

  /** Decides for a request that only reads, and whose answer serves no others, before anything is done for it. */
  refusesAtOnce(address: string): boolean {
    if (!this.isFull || this.#busierThan(address)) return false;
    this.refused += 1;
    return true;
  }

  /** @param delayMs how long the event loop was blocked at most since the last call */
  tick(delayMs: number) {
    const now = this.#now();
    const counted = delayMs > busyMs ? mostCountedMs : countedMs;
    for (const held of this.#working)
      if (held.waitsForClient() || (now - held.since >= counted && held.isElsewhere()))
        this.#working.delete(held);
    for (const held of this.#waiting)
      if (now - held.since >= (held.isChange ? mostChangeWaitMs : mostWaitMs)) this.#refuse(held);
    if (delayMs > busyMs) this.#limit = Math.max(leastAtOnce, this.#limit - 2);
    else if (delayMs < calmMs && this.#hasWaited) this.#limit = Math.min(mostAtOnce, this.#limit + 1);
    this.#hasWaited = this.#waiting.size > 0;
    this.#fill();
  }

  /** Whether none that waits and may begin would have to go first. */
  #isNext = ({ isShared }: Entry) => isShared || this.#waiting.size === 0 || !this.#next();

  #hasRoom({ isShared, isChange }: Held): boolean {
    if (isChange && this.#holdsChanges()) return false;
    return this.#working.size < this.#limit + (isShared ? moreShared : 0);
  }

  #wait(held: Held) {
    this.#hasWaited = true;
    this.#waiting.add(held);
  }

  #start(held: Held) {
    held.since = this.#now();
    this.#working.add(held);
    held.start();
  }

  #refuse(held: Held) {
    this.#waiting.delete(held);
    this.refused += 1;
    held.refuse();
  }

  #fill() {
    while (this.#waiting.size > 0) {
      const next = this.#next();
      if (!next || !this.#hasRoom(next)) return;
      this.#waiting.delete(next);
      this.#start(next);
    }
  }

  /** Of those that may begin: the first whose answer is shared; else the first whose address has less than half of
   *  the places. */
  #next(): Held | null {
    let underShare: Held | null = null;
    let first: Held | null = null;
    const working = countsOf(this.#working);
    const holdsChanges = this.#holdsChanges();
    for (const held of this.#waiting) {
      if (holdsChanges && held.isChange) continue;
      if (held.isShared) return held;
      first ??= held;
      if (!underShare && (working.get(held.address) ?? 0) * 2 < this.#limit) underShare = held;
    }
    return underShare ?? first;
  }

  /** Makes room by refusing the last of the address that has most waiting, if that is more than this one would have. */
  #displace({ address }: Entry): boolean {
    const busiest = this.#busierThan(address);
    const last = busiest && [...this.#waiting].findLast((held) => held.address === busiest);
    if (last) this.#refuse(last);
    return Boolean(last);
  }

  /** @returns the address with most waiting requests, if that is more than this one would have; else null */
  #busierThan(address: string): string | null {
    const counts = countsOf(this.#waiting);
    let [busiest, most]: [string | null, number] = [null, (counts.get(address) ?? 0) + 1];
    for (const [each, count] of counts) if (count > most) [busiest, most] = [each, count];
    return busiest;
  }
}

function countsOf(all: Iterable<Held>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { address } of all) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}
