import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

/** Locks the counters of the member's items and of those on which they wrote, in one order. Call it before either
 *  changes. */
export async function lockStatsAround(em: Em, memberId: number): Promise<void> {
  await db(em)
    .selectFrom('content_stats')
    .select('content_id')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('creator_id', '=', memberId),
        eb('content_id', 'in', selectFrom('comments').select('content_id').where('member_id', '=', memberId)),
        eb('content_id', 'in', selectFrom('ratings').select('content_id').where('user_id', '=', memberId)),
      ]),
    )
    .orderBy('content_id')
    .forNoKeyUpdate()
    .execute();
}

const reason = 'The account is suspended.';

/** Hides all ratings of a member who is being suspended, with their stars. Call it after `lockStatsAround`. */
export const hideRatingsOf = (em: Em, memberId: number, at: Date) =>
  db(em)
    .with('changed', (tables) =>
      tables
        .updateTable('ratings')
        .set({ hidden_at: at, hidden_reason: reason, by_suspended: true })
        .where('user_id', '=', memberId)
        .where('hidden_at', 'is', null)
        .returning(['content_id', 'stars']),
    )
    .updateTable('content_stats as s')
    .from('changed')
    .set({
      rating_sum: sql<number>`s.rating_sum - changed.stars`,
      rating_count: sql<number>`s.rating_count - 1`,
    })
    .whereRef('s.content_id', '=', 'changed.content_id')
    .execute();

/** Shows them again; those that an admin has hidden stay hidden. Call it after `lockStatsAround`. */
export const showRatingsOf = (em: Em, memberId: number) =>
  db(em)
    .with('changed', (tables) =>
      tables
        .updateTable('ratings')
        .set({ hidden_at: null, hidden_reason: null, by_suspended: false })
        .where('user_id', '=', memberId)
        .where('by_suspended', '=', true)
        .returning(['content_id', 'stars']),
    )
    .updateTable('content_stats as s')
    .from('changed')
    .set({
      rating_sum: sql<number>`s.rating_sum + changed.stars`,
      rating_count: sql<number>`s.rating_count + 1`,
    })
    .whereRef('s.content_id', '=', 'changed.content_id')
    .execute();

/** Leaves a rating hidden that an admin shows again while its author is suspended; it comes back with them.
 *  @returns 0 when it is gone or not hidden by an admin */
export async function showWithAuthor(em: Em, id: number): Promise<number> {
  const { numUpdatedRows } = await db(em)
    .updateTable('ratings')
    .set({ hidden_reason: reason, by_suspended: true })
    .where('id', '=', id)
    .where('hidden_at', 'is not', null)
    .where('by_suspended', '=', false)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
