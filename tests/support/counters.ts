import { expect } from 'vitest';
import type { Em } from '../../app/db/orm.server.ts';
import { row } from '../../app/db/sql.server.ts';

/** The counters of an item must be what a recount of the rows says (security.md §10, 5). */
export async function expectCountersToMatch(em: Em, contentId: number) {
  const counters = await row(em)`
    select likes, rating_sum, rating_count from content_stats where content_id = ${contentId}`;
  const recount = await row(em)`
    select (select count(*)::int from likes where content_id = ${contentId}) as likes,
      (select coalesce(sum(stars), 0)::int from ratings where content_id = ${contentId}) as rating_sum,
      (select count(*)::int from ratings where content_id = ${contentId}) as rating_count`;
  expect(counters).toEqual(recount);
  return counters as { likes: number; rating_sum: number; rating_count: number };
}

/** Deletes an item while `act` is under way: the deletion locks it, waits until `act` waits too, and goes on. */
export async function deleteDuring<T>(em: Em, contentId: number, act: () => Promise<T>): Promise<unknown> {
  return em
    .transactional(async (own) => {
      await row(own)`select from content where id = ${contentId} for update`;
      const acting = act().catch((error: unknown) => error);
      const waiting = async () =>
        row(own)`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      while (!(await waiting())) await new Promise(setImmediate);
      await row(own)`delete from content where id = ${contentId}`;
      return { acting };
    })
    .then(({ acting }) => acting);
}
