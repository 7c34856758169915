import { allowLongStatements, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { enqueue } from '../../../db/queue.server.ts';
import { Refused } from '../../../errors.ts';
import type { AdminScope } from '../../../scope.ts';
import { hideCommentsOf, showCommentsOf } from '../../community/comments/suspended.server.ts';
import { hideRatingsOf, lockStatsAround, showRatingsOf } from '../../community/ratings/suspended.server.ts';
import { recordAuditOf } from '../../core/audit-log/audit-log.server.ts';
import { endSessions } from '../../identity/sessions/sessions.server.ts';
import { dropSurplusSales } from '../../library/authoring/sale-rights.server.ts';
import { mustLeaveAnAdmin, mustStillBeAdmin } from './admins.server.ts';
import { lockMember, named } from './member.server.ts';

/** Suspends a member: sessions end, their page and items are hidden from all but buyers, what they wrote about items of
 *  others is hidden too, and their plan ends with its period (ADR-011).
 *  @throws NotFound, Refused for oneself, the last admin and suspended members */
export async function suspend(scope: AdminScope, id: number, reason: string): Promise<void> {
  const { em, viewer, now } = scope;
  if (id === viewer.id) throw new Refused('You cannot suspend yourself.');
  await em.transactional(async (em) => {
    await allowLongStatements(em);
    await mustStillBeAdmin(em, scope);
    await mustLeaveAnAdmin(em, id);
    const member = await lockMember(em, id);
    if (member.status === 'suspended') throw new Refused('This member is already suspended.');
    await db(em)
      .updateTable('users')
      .set({ status: 'suspended', suspension_reason: reason })
      .where('id', '=', id)
      .execute();
    await endSessions(em, id);
    await db(em)
      .updateTable('featured')
      .set({ is_active: false, updated_at: now() })
      .where('is_active', '=', true)
      .where('content_id', 'in', (own) => own.selectFrom('content').select('id').where('creator_id', '=', id))
      .execute();
    await lockItemsOf(em, id);
    await lockStatsAround(em, id);
    await db(em)
      .updateTable('content')
      .set({ status: 'suspended' })
      .where('creator_id', '=', id)
      .where('status', '=', 'published')
      .execute();
    await hideCommentsOf(em, id, now());
    await hideRatingsOf(em, id, now());
    await enqueue(em, 'cancel-billing', {});
    await recordAuditOf(scope, em, {
      verb: 'suspended',
      kind: 'creator',
      ...named(member),
      before: { status: 'active' },
      after: { status: 'suspended' },
      note: reason,
    });
  });
}

/** Ends a suspension, with page, items and words as before. @throws NotFound, Refused */
export async function reinstate(scope: AdminScope, id: number): Promise<void> {
  await scope.em.transactional(async (em) => {
    await allowLongStatements(em);
    await mustStillBeAdmin(em, scope);
    const member = await lockMember(em, id);
    if (member.status !== 'suspended') throw new Refused('This member is not suspended.');
    await db(em)
      .updateTable('users')
      .set({ status: 'active', suspension_reason: null })
      .where('id', '=', id)
      .execute();
    await lockItemsOf(em, id);
    await lockStatsAround(em, id);
    await db(em)
      .updateTable('content')
      .set({ status: 'published' })
      .where('creator_id', '=', id)
      .where('status', '=', 'suspended')
      .execute();
    await showCommentsOf(em, id);
    await showRatingsOf(em, id);
    await dropSurplusSales(em, scope.now(), id);
    await recordAuditOf(scope, em, {
      verb: 'reinstated',
      kind: 'creator',
      ...named(member),
      before: { status: 'suspended', reason: member.suspensionReason },
      after: { status: 'active', reason: null },
    });
  });
}

/** Items come before their counters (`lockOrder`). */
const lockItemsOf = (em: Em, id: number) =>
  db(em)
    .selectFrom('content')
    .select('id')
    .where('creator_id', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export async function setVerified(scope: AdminScope, id: number, isVerified: boolean): Promise<void> {
  await scope.em.transactional(async (em) => {
    const member = await lockMember(em, id);
    if (member.isVerified === isVerified) return;
    await db(em).updateTable('users').set({ is_verified: isVerified }).where('id', '=', id).execute();
    await recordAuditOf(scope, em, {
      verb: isVerified ? 'verified' : 'took the verified mark from',
      kind: 'creator',
      ...named(member),
      before: { isVerified: member.isVerified },
      after: { isVerified },
    });
  });
}

export async function signOutEverywhere(scope: AdminScope, id: number): Promise<void> {
  await scope.em.transactional(async (em) => {
    const member = await lockMember(em, id);
    await endSessions(em, id);
    await recordAuditOf(scope, em, { verb: 'signed out everywhere', kind: 'user', ...named(member) });
  });
}
