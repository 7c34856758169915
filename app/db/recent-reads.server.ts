/** For how long a process may answer from what it read before. */
export const recentMs = 2_000;

interface Options {
  /** Whether changes by other processes are heard; without that every read asks the database. */
  isOn?: () => boolean;
  ageMs?: number;
  most?: number;
  clock?: () => number;
}

interface Read {
  at: number;
  answer: Promise<unknown>;
  /** The member whom it is about; undefined while that is not known. */
  owner: number | null | undefined;
}

interface Keeping<Answer> {
  /** Whom the answer is about; undefined for one that must not be kept. */
  ownerOf: (answer: Answer) => number | null | undefined;
}

/** What was read of the database in the last two seconds, until something changes (ADR-061). Simultaneous questions
 *  share one answer, so no one may change it. Who asks after a change never gets a read that began before it. */
export class RecentReads {
  readonly #reads = new Map<string, Read>();
  readonly #isOn: () => boolean;
  readonly #ageMs: number;
  readonly #most: number;
  readonly #clock: () => number;

  constructor({
    isOn = () => true,
    ageMs = recentMs,
    most = 1_000,
    clock = () => performance.now(),
  }: Options = {}) {
    this.#isOn = isOn;
    this.#ageMs = ageMs;
    this.#most = most;
    this.#clock = clock;
  }

  /** @param key says all that the answer depends on */
  get<Answer>(key: string, read: () => Promise<Answer>, keeping?: Keeping<Answer>): Promise<Answer> {
    if (!this.#isOn()) return read();
    const now = this.#clock();
    const known = this.#reads.get(key);
    if (known && now - known.at < this.#ageMs) return known.answer as Promise<Answer>;
    this.#reads.delete(key);
    if (this.#reads.size >= this.#most) this.#reads.delete(this.#reads.keys().next().value ?? '');
    // The age counts from the question, because the answer may be what was true then.
    const answer = read();
    const fresh: Read = { at: now, answer, owner: keeping ? undefined : null };
    this.#reads.set(key, fresh);
    const drop = () => void (this.#reads.get(key) === fresh && this.#reads.delete(key));
    answer.then((value) => {
      if (keeping) fresh.owner = keeping.ownerOf(value);
      if (fresh.owner === undefined) drop();
    }, drop);
    return answer;
  }

  /** Forgets what is about a member, and all that is still being read and might be. */
  forgetOf(member: number) {
    for (const [key, { owner }] of this.#reads)
      if (owner === member || owner === undefined) this.#reads.delete(key);
  }

  forgetAll() {
    this.#reads.clear();
  }
}

/** The reads that a request may be answered from. */
export interface Recent {
  /** What is the same for all viewers. */
  ofAll<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** What only the viewer sees. */
  ofViewer<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer>;
}

interface Asking {
  recent: Recent | null;
}

/** Reads what is the same for all viewers, or gives a recent answer where the request allows one. */
export const recentOfAll = <Answer>({ recent }: Asking, key: string, read: () => Promise<Answer>) =>
  recent ? recent.ofAll(key, read) : read();

/** The same for what only the viewer sees. */
export const recentOfViewer = <Answer>({ recent }: Asking, key: string, read: () => Promise<Answer>) =>
  recent ? recent.ofViewer(key, read) : read();
