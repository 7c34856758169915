import { row, rows } from '../../../db/sql.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { knownCustomer } from '../ledger/customers.server.ts';
import { closeAttempt } from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

interface StaleSubscription {
  id: number;
  userId: number;
  subscriptionId: string | null;
  checkoutId: string | null;
  /** The saved key of a change whose result is unknown. */
  actKey: string | null;
  createdAt: string;
}

const hourMs = 3_600_000;

/** Attempts and changes without an answer, plans whose period has ended, and failed renewals without news. */
export async function staleSubscriptions(
  { em, now }: SystemContext,
  before: Date,
): Promise<StaleSubscription[]> {
  const hourAgo = new Date(now().getTime() - hourMs);
  return rows<StaleSubscription>(em)`
    select id, user_id as "userId", subscription_id as "subscriptionId", checkout_id as "checkoutId",
      act_key as "actKey", created_at as "createdAt"
    from subscriptions
    where (act is not null and synced_at < ${before})
      or (status in ('opening', 'incomplete') and created_at < ${before})
      or (status in ('trialing', 'active', 'past_due') and period_end <= ${now()}
        and (synced_at < period_end or synced_at < ${hourAgo}))
      or (status in ('past_due', 'unpaid', 'paused') and synced_at < ${hourAgo})
    order by synced_at nulls first, id limit 200`;
}

export async function reconcileSubscription(scope: SystemContext, plan: StaleSubscription): Promise<void> {
  const { em, payments, now } = scope;
  const { id, userId, subscriptionId, checkoutId } = plan;
  if (subscriptionId) {
    await syncSubscription(scope, subscriptionId);
    await row(em)`
      update subscriptions set synced_at = ${now()},
        act = case when act_key = ${plan.actKey} then null else act end,
        act_key = case when act_key = ${plan.actKey} then null else act_key end
      where id = ${id}`;
    return;
  }
  const session = checkoutId ? await payments.retrieveCheckout(checkoutId) : null;
  if (session?.subscriptionId) await syncSubscription(scope, session.subscriptionId);
  const customerId = checkoutId ? null : await knownCustomer(scope, userId);
  if (customerId) {
    for (const found of await payments.findSubscriptions(customerId)) {
      if (found.status !== 'incomplete') await syncSubscription(scope, found.subscriptionId);
    }
  }
  const isOld = now().getTime() - new Date(plan.createdAt).getTime() > 24 * hourMs;
  if (isOld || session?.status === 'expired') await closeAttempt(em, id);
  else await row(em)`update subscriptions set synced_at = ${now()} where id = ${id}`;
}
