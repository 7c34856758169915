import { NotFound, Refused } from '../../errors.ts';
import type { AdminScope } from '../../scope.ts';
import { recordActOf } from '../acts/acts.server.ts';
import { lockRequest, move } from './move.server.ts';
import type { Decision } from './request.schema.ts';
import { stateNames } from './words.ts';

/**
 * Ends a dispute for an admin: everything back to who paid, or the share to who made it. Both read the reason.
 * @throws NotFound, Refused when it is not in dispute (any more)
 */
export async function decideRequest(
  scope: AdminScope,
  id: number,
  { outcome, reason }: Decision,
): Promise<void> {
  await scope.em.transactional(async (em) => {
    const request = await lockRequest(em, id);
    if (!request) throw new NotFound();
    if (request.state !== 'disputed') {
      throw new Refused(
        `Nothing waits for a decision here: it stands at ‘${stateNames[request.state]}’. What you wrote is not in the log.`,
      );
    }
    const isRefund = outcome === 'refund';
    const to = isRefund ? 'refunded' : 'done';
    await move(em, request, { to, by: scope.viewer.id, note: reason, at: scope.now(), owesRefund: isRefund });
    await recordActOf(scope, em, {
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
