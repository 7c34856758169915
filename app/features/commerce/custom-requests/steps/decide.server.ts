import { db } from '../../../../db/kysely.server.ts';
import type { Em } from '../../../../db/orm.server.ts';
import { NotAllowed, NotFound, Refused } from '../../../../errors.ts';
import type { AdminScope } from '../../../../scope.ts';
import { recordAuditOf } from '../../../core/audit-log/audit-log.server.ts';
import type { Decision } from '../request.schema.ts';
import { lockRequestAndMembers, move } from './move.server.ts';
import { stateNames } from './states.ts';

/** Ends a dispute for an admin: the buyer gets the whole price back, or the creator keeps the share. Both sides read
 *  the reason.
 *  @throws NotFound; Refused when it is not in dispute; NotAllowed for an admin who is one of the two sides, unless
 *    there is no other admin */
export async function decideRequest(
  scope: AdminScope,
  id: number,
  { outcome, reason }: Decision,
): Promise<void> {
  await scope.em.transactional(async (em) => {
    const request = await lockRequestAndMembers(em, id, scope.viewer.id);
    if (!request) throw new NotFound();
    if (request.state !== 'disputed') {
      throw new Refused(
        `There is nothing to decide: the request is now ‘${stateNames[request.state]}’. What you wrote is not in the log.`,
      );
    }
    const isSide = [request.requesterId, request.creatorId].includes(scope.viewer.id);
    if (isSide && (await hasOtherAdmin(em, scope.viewer.id))) {
      throw new NotAllowed('You are part of this request, so another admin has to decide it.');
    }
    const isRefund = outcome === 'refund';
    const to = isRefund ? 'refunded' : 'done';
    await move(em, request, { to, by: scope.viewer.id, note: reason, at: scope.now(), owesRefund: isRefund });
    await recordAuditOf(scope, em, {
      verb: isRefund ? 'refunded in a dispute' : 'released to the creator',
      kind: 'request',
      id,
      name: request.title,
      before: { state: request.state },
      after: { state: to },
      note: reason,
    });
  });
}

async function hasOtherAdmin(em: Em, id: number): Promise<boolean> {
  const other = await db(em)
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
