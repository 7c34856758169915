import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { row, rows } from '../../../db/sql.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { forgetRequests } from '../../commerce/custom-requests/forget.server.ts';
import { balanceOf } from '../../commerce/earnings/earnings.server.ts';
import { forgetMessages } from '../../community/messages/forget.server.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { forgetNotifications } from '../../core/notifications/forget.server.ts';
import { hashOfNoPassword } from '../../identity/accounts/password-hash.server.ts';
import { dropFactor } from '../../identity/second-factor/second-factor.server.ts';
import { endSessions } from '../../identity/sessions/sessions.server.ts';
import { forgetReported } from '../reports/forget.server.ts';
import { forgetQuestions } from '../support/forget.server.ts';
import { mustLeaveAnAdmin, mustStillBeAdmin } from './admins.server.ts';
import { allowLongStatements, lockMember, named } from './member.server.ts';

/** Deletes a member for an admin. @throws NotFound, Refused for oneself and for the last admin */
export async function deleteMember(scope: AdminScope, id: number): Promise<void> {
  if (id === scope.viewer.id) throw new Refused('You cannot delete your own account here.');
  const keys = await scope.em.transactional(async (em) => {
    await mustStillBeAdmin(em, scope);
    const member = await lockMember(em, id, 'update');
    const { keys, ...done } = await anonymise(em, id, scope.now());
    // The log keeps the name of its subject; other personal data go.
    await recordAuditOf(scope, em, { verb: 'deleted', kind: 'creator', ...named(member), after: done });
    return keys;
  });
  await removeFiles(scope, keys);
}

/**
 * Deletes personal data of a member; sold items stay for their buyers, likes and money rows without a name,
 * and the payout address while money is owed. The job `wind-up` ends billing. Call it in a transaction and
 * remove the files of `keys` after the commit.
 * @throws Refused for the last admin
 */
export async function anonymise(em: Em, id: number, now: Date) {
  await allowLongStatements(em);
  await mustLeaveAnAdmin(em, id);
  // The username is a key, so this is the strongest lock; it comes before all others (`lockOrder`).
  await row(em)`select 1 from users where id = ${id} for update`;
  await lockWhatTheyHave(em, id);
  const { earnedCents, paidOutCents } = await balanceOf(em, id);
  const owedCents = earnedCents - paidOutCents;
  // No registration takes a hyphen or an address without @, so this name is free.
  const name = `deleted-${id}`;
  await row(em)`
    update users set username = ${name}, email = ${name}, first_name = 'Deleted', last_name = 'member',
      verified_email = null, pending_email = null, pending_email_until = null, password_hash = ${hashOfNoPassword},
      status = 'deleted', suspension_reason = null, is_admin = false, is_verified = false, martial_art = null,
      belt_level = null, bio = null, contact_lines = '{}', accepts_requests = false, profile_image_key = null,
      unwanted_kinds = '{}', gift_plan = null, gift_ends_at = null, payout_email = case when ${owedCents > 0} then payout_email end
    where id = ${id}`;
  await row(em)`update customers set email = ${name}, name = 'Deleted member' where user_id = ${id}`;
  await endSessions(em, id);
  await dropFactor(em, id);
  await row(em)`delete from account_links where user_id = ${id}`;
  // No row points to their pieces any more, so the next sweep deletes them.
  await row(em)`delete from begun_uploads where owner_id = ${id}`;
  await row(em)`delete from follows where follower_id = ${id} or creator_id = ${id}`;
  await row(em)`update ratings set review = null where user_id = ${id} and review is not null`;
  await forgetNotifications(em, id);
  await forgetMessages(em, id);
  await forgetReported(em, id);
  await forgetRequests(em, id, now);
  await forgetQuestions(em, id);
  const items = await removeItems(em, id, now);
  await enqueue(em, 'wind-up', {});
  return { ...items, owedCents };
}

/**
 * Locks their rows in `lockOrder` before any counter moves: a member who likes an item holds it and waits for
 * its counter. No purchase can begin until the end.
 */
async function lockWhatTheyHave(em: Em, id: number) {
  await row(em)`
    select 1 from requests where creator_id = ${id} or requester_id = ${id} order by id for no key update`;
  await row(em)`
    select 1 from featured where content_id in (select id from content where creator_id = ${id})
    order by id for no key update`;
  await row(em)`select 1 from content where creator_id = ${id} order by id for update`;
}

/** Removes or keeps their items; answers how many, and the keys of the files to remove. */
async function removeItems(em: Em, id: number, now: Date) {
  await row(em)`
    update featured set is_active = false, creator = 'Deleted member', updated_at = ${now}
    where content_id in (select id from content where creator_id = ${id})`;
  const kept = await rows(em)`
    update content c set status = 'withdrawn', is_for_sale = false, publish_at = null, updated_at = ${now}
    where creator_id = ${id} and exists (select 1 from purchases where content_id = c.id) returning id`;
  const files = await rows<{ key: string }>(em)`
    update media m set status = 'removed', content_id = null
    where m.owner_id = ${id} and not exists (select 1 from featured where image_key = m.key)
      and not exists (select 1 from purchases where content_id = m.content_id)
    returning key`;
  const gone = await rows(em)`
    delete from content c where creator_id = ${id}
      and not exists (select 1 from purchases where content_id = c.id) returning id`;
  return { keys: files.map(({ key }) => key), itemsDeleted: gone.length, itemsKept: kept.length };
}
