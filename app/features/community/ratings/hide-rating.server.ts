import type { Em } from '../../../db/orm.server.ts';
import { row } from '../../../db/sql.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { lockStats } from './ratings.server.ts';

interface Facts {
  contentId: number;
  name: string;
  review: string | null;
  stars: number;
}

/** Hides a rating and its stars; call it in a transaction. @throws Refused when gone or hidden */
export async function hideRating(scope: AdminScope, em: Em, id: number, reason: string): Promise<void> {
  const rating = await lockRating(em, id);
  const hidden = await row(em)`
    with hidden as (
      update ratings set hidden_at = ${scope.now()}, hidden_reason = ${reason}
      where id = ${id} and hidden_at is null returning content_id, stars
    )
    update content_stats s set rating_sum = s.rating_sum - hidden.stars, rating_count = s.rating_count - 1
    from hidden where s.content_id = hidden.content_id returning 1`;
  if (!rating || !hidden) {
    throw new Refused('This rating is gone, or it is hidden already.', { field: 'outcome' });
  }
  const { name, stars, review } = rating;
  const [before, after] = [
    { stars, review, hidden: false },
    { stars, review, hidden: true },
  ];
  await recordAuditOf(scope, em, { verb: 'hid', kind: 'review', id, name, before, after, note: reason });
}

/** Shows a hidden rating again, with its current words and stars. @throws Refused when it is not hidden */
export async function showRating(scope: AdminScope, em: Em, id: number): Promise<void> {
  const rating = await lockRating(em, id);
  const shown = await row(em)`
    with shown as (
      update ratings set hidden_at = null, hidden_reason = null
      where id = ${id} and hidden_at is not null returning content_id, stars
    )
    update content_stats s set rating_sum = s.rating_sum + shown.stars, rating_count = s.rating_count + 1
    from shown where s.content_id = shown.content_id returning 1`;
  if (!rating || !shown) throw new Refused('This rating is gone, or it is shown already.');
  const { name } = rating;
  const [before, after] = [{ hidden: true }, { hidden: false }];
  await recordAuditOf(scope, em, { verb: 'showed again', kind: 'review', id, name, before, after });
}

/** Locks the item's counters first, as `rateContent` does, so that they change one by one. */
async function lockRating(em: Em, id: number): Promise<Facts | null> {
  const found = await row<{ contentId: number }>(em)`
    select content_id as "contentId" from ratings where id = ${id}`;
  if (!found) return null;
  await lockStats(em, found.contentId);
  return row<Facts>(em)`
    select r.content_id as "contentId", r.stars, r.review,
      u.first_name || ' ' || u.last_name || ' on ' || c.title as name
    from ratings r join users u on u.id = r.user_id join content c on c.id = r.content_id where r.id = ${id}`;
}
