import type { Em } from '../orm.server.ts';
import { databaseRefusal } from '../refusals.server.ts';
import { ownTurn, turnBehindPages } from './turns.server.ts';

/** A batch that takes longer may wait for a row that the next one does not need. */
const longestWaitMs = 50;
/** More would keep their rows locked for long. */
const mostTogether = 100;

interface Batching<Ask, Answer> {
  /** Sends all of them as one statement. It may throw only if nothing was written: each is then sent alone.
   *  @returns the answers, in the order of `asks` */
  send: (em: Em, asks: Ask[]) => Promise<Answer[]>;
  /** A statement has at most one ask of each key; without `keyOf` all may go together. */
  keyOf?: (ask: Ask) => number | string;
  /** For what a page needs before it can be made: while other pages wait for the processor, the statement waits behind
   *  them, and more is asked until then. */
  isForPages?: boolean;
}

interface Waiting<Ask, Answer> {
  em: Em;
  ask: Ask;
  answer: (answer: Answer) => void;
  refuse: (error: unknown) => void;
}

/** Joins simultaneous statements of one kind into one (ADR-088). The first one is sent at once; what is asked until its
 *  answer is sent together, so no answer is older than its question. In a transaction each is sent by itself.
 *  @returns a function that sends one, alone or with others */
export function inBatches<Ask, Answer>(batching: Batching<Ask, Answer>) {
  /** By connection pool, because a process may have several databases. */
  const queues = new WeakMap<object, Batches<Ask, Answer>>();
  return async (em: Em, ask: Ask): Promise<Answer> => {
    if (em.isInTransaction()) return (await batching.send(em, [ask]))[0] as Answer;
    const pool = em.getConnection();
    const queue = queues.get(pool) ?? new Batches(batching);
    queues.set(pool, queue);
    return queue.add(em, ask);
  };
}

class Batches<Ask, Answer> {
  readonly #batching: Batching<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #isBusy = false;

  constructor(batching: Batching<Ask, Answer>) {
    this.#batching = batching;
  }

  add(em: Em, ask: Ask): Promise<Answer> {
    return new Promise((answer, refuse) => {
      this.#waiting.push({ em, ask, answer, refuse });
      if (!this.#isBusy) this.#goOn();
    });
  }

  #goOn() {
    this.#isBusy = this.#waiting.length > 0;
    if (!this.#isBusy) return;
    const turn = this.#batching.isForPages ? turnBehindPages() : undefined;
    if (turn) void turn.then(() => this.#sendNext());
    else this.#sendNext();
  }

  #sendNext() {
    const batch = this.#take();
    let isFirst = true;
    const goOn = () => {
      if (isFirst) this.#goOn();
      isFirst = false;
    };
    const timer = setTimeout(goOn, longestWaitMs);
    void this.#send(batch).finally(() => {
      clearTimeout(timer);
      goOn();
    });
  }

  /** Takes the oldest of each key. */
  #take(): Waiting<Ask, Answer>[] {
    const taken = new Map<number | string, Waiting<Ask, Answer>>();
    const left: Waiting<Ask, Answer>[] = [];
    for (const each of this.#waiting) {
      const key = this.#batching.keyOf?.(each.ask) ?? taken.size;
      if (taken.has(key) || taken.size >= mostTogether) left.push(each);
      else taken.set(key, each);
    }
    this.#waiting = left;
    return [...taken.values()];
  }

  /** What a page does with its answer takes a millisecond, so of many the event loop goes on between two. */
  async #answer(batch: Waiting<Ask, Answer>[], answers: Answer[]) {
    const inTurns = this.#batching.isForPages && batch.length > 1;
    for (const [at, { answer }] of batch.entries()) {
      if (inTurns) await ownTurn();
      answer(answers[at] as Answer);
    }
  }

  async #send(batch: Waiting<Ask, Answer>[]): Promise<void> {
    const [{ em }] = batch as [Waiting<Ask, Answer>];
    try {
      const answers = await this.#batching.send(
        em,
        batch.map(({ ask }) => ask),
      );
      void this.#answer(batch, answers);
    } catch (error) {
      // One of them may be the reason, and the others have nothing to do with it.
      if (batch.length > 1 && databaseRefusal(error) !== 'away')
        await Promise.all(batch.map((each) => this.#send([each])));
      else for (const { refuse } of batch) refuse(error);
    }
  }
}
