import { performance } from 'node:perf_hooks';
import type { Em } from '../../../db/orm.server.ts';
import { databaseOf } from '../../../db/replicas/same-database.ts';
import type { Scope } from '../../../scope.ts';

type Reading = Pick<Scope, 'em' | 'now'>;

interface Kept<Answer> {
  answer: Promise<Answer>;
  isReading: boolean;
  readAt: number;
  /** By the clock of requests, which tests stop: then every call reads. */
  readFor: number;
}

/** Keeps an answer for some time, one for each database of this process. Requests of the same moment share a reading,
 *  and one that failed is not kept. */
export function keptFor<Answer>(ms: number, read: (context: Reading) => Promise<Answer>) {
  const kept = new WeakMap<object, Kept<Answer>>();
  const get = (context: Reading): Promise<Answer> => {
    const { em, now } = context;
    // What an open transaction has written may never come true, so other requests must not see it.
    if (em.isInTransaction()) return read(context);
    const known = kept.get(databaseOf(em));
    const [readAt, readFor] = [performance.now(), now().getTime()];
    const isFresh = known && readAt - known.readAt < ms && Math.abs(readFor - known.readFor) < ms;
    if (isFresh && (known.isReading || known.readFor !== readFor)) return known.answer;
    const reading = { answer: read(context), isReading: true, readAt, readFor };
    kept.set(databaseOf(em), reading);
    reading.answer.then(
      () => {
        reading.isReading = false;
      },
      () => kept.delete(databaseOf(em)),
    );
    return reading.answer;
  };
  return Object.assign(get, { forget: (em: Em) => kept.delete(databaseOf(em)) });
}
