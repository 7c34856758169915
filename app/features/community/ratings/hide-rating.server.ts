import { db, sql } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { fullName } from '../../identity/accounts/full-name.server.ts';
import { lockStats } from './ratings.server.ts';
import { hideRatingRow, showRatingRow } from './ratings.sql.server.ts';
import { showWithAuthor } from './suspended.server.ts';

/** Hides a rating and its stars; call it in a transaction. @throws Refused when gone or hidden */
export async function hideRating(scope: AdminScope, em: Em, id: number, reason: string): Promise<void> {
  const rating = await lockRating(em, id);
  const hidden = await hideRatingRow(em, { id, reason, at: scope.now() });
  if (!rating || hidden === 0) {
    throw new Refused('This rating is gone, or it is hidden already.', { field: 'outcome' });
  }
  const { name, stars, review } = rating;
  const [before, after] = [
    { stars, review, hidden: false },
    { stars, review, hidden: true },
  ];
  await recordAuditOf(scope, em, { verb: 'hid', kind: 'review', id, name, before, after, note: reason });
}

/** Shows a hidden rating again, with its current words and stars; that of a suspended member when the suspension ends.
 *  @throws Refused when it is not hidden */
export async function showRating(scope: AdminScope, em: Em, id: number): Promise<void> {
  const rating = await lockRating(em, id);
  const shown = await (rating?.isSuspended ? showWithAuthor : showRatingRow)(em, id);
  if (!rating || shown === 0) throw new Refused('This rating is gone, or it is shown already.');
  const { name } = rating;
  const [before, after] = [{ hidden: true }, { hidden: false }];
  await recordAuditOf(scope, em, { verb: 'showed again', kind: 'review', id, name, before, after });
}

/** Locks the item's counters first, as `rateContent` does, so that they change one by one. */
async function lockRating(em: Em, id: number) {
  const found = await db(em)
    .selectFrom('ratings')
    .select('content_id as contentId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  await lockStats(em, found.contentId);
  return db(em)
    .selectFrom('ratings as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('content as c', 'c.id', 'r.content_id')
    .select(['r.stars', 'r.review', sql<string>`${fullName} || ' on ' || c.title`.as('name')])
    .select(sql<boolean>`u.status = 'suspended'`.as('isSuspended'))
    .where('r.id', '=', id)
    .executeTakeFirst();
}
