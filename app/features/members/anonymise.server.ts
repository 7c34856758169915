import type { Em } from '../../db/orm.server.ts';
import { enqueue } from '../../db/queue.server.ts';
import { row, rows } from '../../db/sql.server.ts';
import { Refused } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import { hashPassword } from '../accounts/accounts.server.ts';
import { dropFactor } from '../accounts/second-factor.server.ts';
import { endSessions } from '../accounts/sessions.server.ts';
import { newToken } from '../accounts/tokens.server.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { balanceOf } from '../earnings/earnings.server.ts';
import { forgetMessages } from '../messages/forget.server.ts';
import { forgetNotices } from '../notifications/forget.server.ts';
import { forgetReported } from '../reports/forget.server.ts';
import { forgetRequests } from '../requests/forget.server.ts';
import { forgetQuestions } from '../support/forget.server.ts';
import { removeFiles } from '../uploads/remove-files.server.ts';
import { mustLeaveAnAdmin, mustStillBeAdmin } from './admins.server.ts';
import { lockMember, named, patiently } from './member.server.ts';

/**
 * Deletes a member for an admin (decisions 18). @throws NotFound, Refused for oneself and for the last admin
 */
export async function deleteMember(scope: AdminScope, id: number): Promise<void> {
  if (id === scope.viewer.id) throw new Refused('You cannot delete your own account here.');
  const keys = await scope.em.transactional(async (em) => {
    await mustStillBeAdmin(em, scope);
    const member = await lockMember(em, id);
    const { keys, ...done } = await anonymise(em, id, scope.now());
    // Their name stays in the log, as whom it was about; what else they were does not.
    await recordActOf(scope, em, { verb: 'deleted', kind: 'creator', ...named(member), after: done });
    return keys;
  });
  await removeFiles(scope, keys);
}

/**
 * Makes a member nobody, whoever asks for it (decisions 18): name, address, words and pictures are gone; items
 * never sold go with their files, sold ones stay with their buyers; likes and stars stay, without a name; money
 * rows stay, and the payout address while money is owed. Sessions end; the job `wind-up` ends what runs at the
 * payment provider. Call it in a transaction, and remove the files of `keys` once it is committed.
 * @throws Refused for the last admin
 */
export async function anonymise(em: Em, id: number, now: Date) {
  await patiently(em);
  await mustLeaveAnAdmin(em, id);
  const nobody = await hashPassword(newToken());
  await row(em)`select 1 from users where id = ${id} for update`;
  const { earnedCents, paidOutCents } = await balanceOf(em, id);
  const owedCents = earnedCents - paidOutCents;
  // Nobody can register a hyphen or an address without @, so this name is free.
  const name = `deleted-${id}`;
  await row(em)`
    update users set username = ${name}, email = ${name}, first_name = 'Deleted', last_name = 'member',
      verified_email = null, pending_email = null, pending_email_until = null, password_hash = ${nobody},
      status = 'deleted', suspension_reason = null, is_admin = false, is_verified = false, martial_art = null,
      belt_level = null, bio = null, contact_lines = '{}', accepts_requests = false, profile_image_key = null,
      unwanted_kinds = '{}', gift_plan = null, gift_ends_at = null, payout_email = case when ${owedCents > 0} then payout_email end
    where id = ${id}`;
  await row(em)`update customers set email = ${name}, name = 'Deleted member' where user_id = ${id}`;
  await endSessions(em, id);
  await dropFactor(em, id);
  await row(em)`delete from account_links where user_id = ${id}`;
  // Their pieces are no row's any more, and go with the next sweep.
  await row(em)`delete from begun_uploads where owner_id = ${id}`;
  await row(em)`delete from follows where follower_id = ${id} or creator_id = ${id}`;
  await row(em)`update ratings set review = null where user_id = ${id} and review is not null`;
  await forgetNotices(em, id);
  await forgetMessages(em, id);
  await forgetReported(em, id);
  await forgetRequests(em, id, now);
  await forgetQuestions(em, id);
  const items = await removeItems(em, id, now);
  await enqueue(em, 'wind-up', {});
  return { ...items, owedCents };
}

/** Their items and pictures; answers how many went and stayed, and the keys of the files to remove. */
async function removeItems(em: Em, id: number, now: Date) {
  // Locked before the purchases are looked for: nobody begins to buy one meanwhile.
  await row(em)`select 1 from content where creator_id = ${id} order by id for update`;
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
