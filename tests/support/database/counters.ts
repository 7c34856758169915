import { expect } from 'vitest';
import type { Em } from '../../../app/db/orm.server.ts';
import { row } from '../sql.ts';

/** The counters of an item must be what a recount of the rows says. */
export async function expectCountersToMatch(em: Em, contentId: number) {
  const counters = await row(em)`
    select likes, rating_sum, rating_count from content_stats where content_id = ${contentId}`;
  const recount = await row(em)`
    select (select count(*)::int from likes where content_id = ${contentId}) as likes,
      (select coalesce(sum(stars), 0)::int from ratings
        where content_id = ${contentId} and hidden_at is null) as rating_sum,
      (select count(*)::int from ratings where content_id = ${contentId} and hidden_at is null) as rating_count`;
  expect(counters).toEqual(recount);
  return counters as { likes: number; rating_sum: number; rating_count: number };
}

/** Deletes an item during `act`: the deletion locks it, waits until `act` waits too, and continues. */
export const deleteDuring = (em: Em, contentId: number, act: () => Promise<unknown>): Promise<unknown> =>
  during(em, act, {
    lock: () => row(em)`select from content where id = ${contentId} for update`,
    change: () => row(em)`delete from content where id = ${contentId}`,
  });

/** Begins a transaction that locks, starts `act`, waits until `act` waits for the lock, changes and commits.
 *  @returns what `act` returned or threw */
export async function during(
  em: Em,
  act: () => Promise<unknown>,
  { lock, change }: { lock: () => Promise<unknown>; change: () => Promise<unknown> },
): Promise<unknown> {
  // Not `transactional`, because MikroORM would run `act` in the same transaction.
  await em.begin();
  await lock();
  const acting = act().catch((error: unknown) => error);
  const isWaiting = () =>
    row(em)`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  while (!(await isWaiting())) await new Promise(setImmediate);
  await change();
  await em.commit();
  return acting;
}
