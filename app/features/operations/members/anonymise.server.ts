import { allowLongStatements, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { eraseRequests } from '../../commerce/custom-requests/erase.server.ts';
import { balanceOf } from '../../commerce/earnings/earnings.server.ts';
import { eraseComments } from '../../community/comments/erase.server.ts';
import { eraseMessages } from '../../community/messages/erase.server.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { removeFiles } from '../../core/media/remove-files.server.ts';
import { eraseNotifications } from '../../core/notifications/erase.server.ts';
import { hashOfNoPassword } from '../../identity/accounts/password-hash.server.ts';
import { dropFactor } from '../../identity/second-factor/second-factor.server.ts';
import { endSessions } from '../../identity/sessions/sessions.server.ts';
import { eraseMapWork } from '../../map/proposals/erase.server.ts';
import { eraseLists } from '../../study/lists/erase.server.ts';
import { eraseReported } from '../reports/erase.server.ts';
import { eraseQuestions } from '../support/erase.server.ts';
import { mustLeaveAnAdmin, mustStillBeAdmin } from './admins.server.ts';
import { lockRowsOf, removeItems } from './anonymise-items.server.ts';
import { lockMember, named } from './member.server.ts';

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

/** Deletes personal data of a member; sold items stay for their buyers, likes and money rows without a name, and the
 *  payout address while money is owed. The job `cancel-billing` ends billing. Call it in a transaction and remove the
 *  files of `keys` after the commit.
 *  @throws Refused for the last admin */
export async function anonymise(em: Em, id: number, now: Date) {
  await allowLongStatements(em);
  await mustLeaveAnAdmin(em, id);
  // The username is a key, so this is the strongest lock; it comes before all others (`lockOrder`).
  await db(em).selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  await lockRowsOf(em, id);
  const { earnedCents, paidOutCents } = await balanceOf(em, id);
  const owedCents = earnedCents - paidOutCents;
  // No registration takes a hyphen or an address without @, so this name is free.
  const name = `deleted-${id}`;
  await db(em)
    .updateTable('users')
    .set({
      username: name,
      email: name,
      first_name: 'Deleted',
      last_name: 'member',
      verified_email: null,
      pending_email: null,
      pending_email_until: null,
      password_hash: hashOfNoPassword,
      status: 'deleted',
      suspension_reason: null,
      is_admin: false,
      is_curator: false,
      is_verified: false,
      martial_art: null,
      belt_level: null,
      bio: null,
      contact_lines: [],
      accepts_requests: false,
      time_zone: null,
      history_paused: false,
      profile_image_key: null,
      unwanted_kinds: [],
      gift_plan: null,
      gift_ends_at: null,
      ...(owedCents <= 0 && { payout_email: null }),
    })
    .where('id', '=', id)
    .execute();
  await db(em)
    .updateTable('customers')
    .set({ email: name, name: 'Deleted member' })
    .where('user_id', '=', id)
    .execute();
  await endSessions(em, id);
  await dropFactor(em, id);
  await db(em).deleteFrom('account_links').where('user_id', '=', id).execute();
  // No row points to their pieces any more, so the next sweep deletes them.
  await db(em).deleteFrom('upload_sessions').where('owner_id', '=', id).execute();
  await db(em)
    .deleteFrom('follows')
    .where((f) => f.or([f('follower_id', '=', id), f('creator_id', '=', id)]))
    .execute();
  await db(em).deleteFrom('watched').where('user_id', '=', id).execute();
  await db(em).deleteFrom('notes').where('member_id', '=', id).execute();
  await db(em).deleteFrom('position_follows').where('member_id', '=', id).execute();
  await eraseMapWork(em, id);
  await eraseLists(em, id);
  await db(em)
    .updateTable('ratings')
    .set({ review: null })
    .where('user_id', '=', id)
    .where('review', 'is not', null)
    .execute();
  await eraseNotifications(em, id);
  await eraseMessages(em, id);
  await eraseComments(em, id, now);
  await eraseReported(em, id);
  await eraseRequests(em, id, now);
  await eraseQuestions(em, id);
  const items = await removeItems(em, id, now);
  await enqueue(em, 'cancel-billing', {});
  return { ...items, owedCents };
}
