import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { expiredAtProviderMs, isOlderThan } from '../attempts/attempt-life.ts';
import { knownCustomer } from '../ledger/customers.server.ts';
import { closeAttempt } from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

const hourMs = 3_600_000;

/** Attempts and changes without an answer, plans whose period has ended, and failed renewals without news. */
export function staleSubscriptions({ em, now }: SystemContext, before: Date) {
  const hourAgo = timestamptz(new Date(now().getTime() - hourMs));
  return db(em)
    .selectFrom('subscriptions')
    .select(['id', 'user_id as userId', 'subscription_id as subscriptionId', 'checkout_id as checkoutId'])
    .select(['change_key as changeKey', 'created_at as createdAt'])
    .where((eb) =>
      eb.or([
        eb('unanswered_change', 'is not', null).and('synced_at', '<', timestamptz(before)),
        eb('status', 'in', ['opening', 'incomplete']).and('created_at', '<', timestamptz(before)),
        eb('status', 'in', ['trialing', 'active', 'past_due'])
          .and('period_end', '<=', timestamptz(now()))
          .and(eb('synced_at', '<', eb.ref('period_end')).or('synced_at', '<', hourAgo)),
        eb('status', 'in', ['past_due', 'unpaid', 'paused']).and('synced_at', '<', hourAgo),
      ]),
    )
    .orderBy('synced_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(200)
    .execute();
}

type StaleSubscription = Awaited<ReturnType<typeof staleSubscriptions>>[number];

export async function reconcileSubscription(scope: SystemContext, plan: StaleSubscription): Promise<void> {
  const { em, payments, now } = scope;
  const { id, userId, subscriptionId, checkoutId } = plan;
  if (subscriptionId) {
    await syncSubscription(scope, subscriptionId);
    await markSynced(em, id, now(), plan.changeKey);
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
  if (isOlderThan(expiredAtProviderMs, plan, now()) || session?.status === 'expired')
    await closeAttempt(em, id);
  else await markSynced(em, id, now(), null);
}

/** @param changeKey the key of a change whose result is known now; a change that began since keeps its own */
const markSynced = (em: Em, id: number, at: Date, changeKey: string | null) =>
  db(em)
    .updateTable('subscriptions')
    .set((eb) => {
      const unlessKnown = (column: 'unanswered_change' | 'change_key') =>
        eb.case().when('change_key', '=', changeKey).then(null).else(eb.ref(column)).end();
      return {
        synced_at: at,
        unanswered_change: unlessKnown('unanswered_change'),
        change_key: unlessKnown('change_key'),
      };
    })
    .where('id', '=', id)
    .execute();
