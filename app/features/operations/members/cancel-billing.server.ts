import { db, sql } from '../../../db/kysely.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { runAll, throwFailures } from '../../commerce/attempts/run-all.ts';
import { endPlan } from '../../commerce/plans/change-plan.server.ts';
import { currentStates } from '../../commerce/plans/subscription-row.server.ts';
import { endAttempt } from '../../commerce/purchases/buy.server.ts';
import { selectPurchases } from '../../commerce/purchases/purchase-row.server.ts';

/** Ends plans of deleted members at once, of suspended ones with their period, and open checkouts of both. It reads
 *  the current state and may run at any time.
 *  @throws AggregateError, so that the worker tries again */
export async function cancelBillingOfInactiveMembers(scope: SystemContext): Promise<void> {
  const plans = await db(scope.em)
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id as userId', sql<boolean>`u.status = 'deleted'`.as('isGone')])
    .where('u.status', '<>', 'active')
    .where((s) => s.not(s.and([s('u.status', '=', 'suspended'), s('s.cancel_at_period_end', '=', true)])))
    .where('s.status', 'in', currentStates)
    .execute();
  const checkouts = await selectPurchases(scope.em)
    .innerJoin('users as buyer', 'buyer.id', 'p.user_id')
    .innerJoin('users as creator', 'creator.id', 'c.creator_id')
    .where('p.status', '=', 'pending')
    .where((p) => p.or([p('buyer.status', '<>', 'active'), p('creator.status', '<>', 'active')]))
    .execute();
  const run = { failures: [] };
  await runAll(plans, (plan) => endPlan(scope, plan.userId, plan.isGone ? 'now' : 'period_end'), run);
  await runAll(checkouts, (checkout) => endAttempt(scope, checkout), run);
  throwFailures(run.failures, 'could not be ended');
}
