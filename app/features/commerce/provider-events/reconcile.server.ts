import { db, timestamptz } from '../../../db/kysely.server.ts';
import type { SystemContext } from '../../../scope.ts';
import { abandonedAfterMs, isOlderThan } from '../attempts/attempt-life.ts';
import { runAll, throwFailures } from '../attempts/run-all.ts';
import { knownCustomer } from '../ledger/customers.server.ts';
import { refusedSurplus, retryRefund, waitingRefunds } from '../ledger/refund-surplus.server.ts';
import { reconcileSubscription, staleSubscriptions } from '../plans/reconcile.server.ts';
import { endAttempt } from '../purchases/buy.server.ts';
import { fulfil, fulfilCheckout } from '../purchases/fulfil.server.ts';
import { selectPurchases } from '../purchases/purchase-row.server.ts';
import { refundPayment } from '../purchases/refund-purchase.server.ts';
import { processEvent, waitingEvents } from './events.server.ts';

const minuteMs = 60_000;

/** Asks the provider about everything that has waited too long: open purchases, plans whose period has ended, refunds
 *  without an answer, events whose job was lost. One failure does not stop the others.
 *  @throws AggregateError with all failures, so that the worker logs them and tries again */
export async function reconcile(scope: SystemContext): Promise<void> {
  const before = (minutes: number) => new Date(scope.now().getTime() - minutes * minuteMs);
  const run = { failures: [] };
  await runAll(await openPurchases(scope, before(2)), (purchase) => reconcilePurchase(scope, purchase), run);
  await runAll(await staleSubscriptions(scope, before(2)), (plan) => reconcileSubscription(scope, plan), run);
  await runAll(
    await waitingRefunds(scope, before(2)),
    async (refund) => {
      await retryRefund(scope, refund);
      await fulfil(scope, refund.paymentId);
    },
    run,
  );
  await runAll(
    await refusedSurplus(scope),
    async (paymentId) => {
      const { state } = await fulfil(scope, paymentId);
      if (state === 'unknown') await refundPayment(scope, paymentId);
    },
    run,
  );
  await runAll(await waitingEvents(scope, before(10)), (id) => processEvent(scope, id), run);
  throwFailures(run.failures, 'could not be reconciled');
}

const openPurchases = ({ em }: SystemContext, before: Date) =>
  selectPurchases(em)
    .select('p.created_at as createdAt')
    .where('p.status', '=', 'pending')
    .where('p.created_at', '<', timestamptz(before))
    .orderBy('p.checked_at', (order) => order.asc().nullsFirst())
    .orderBy('p.id')
    .limit(100)
    .execute();

type Open = Awaited<ReturnType<typeof openPurchases>>[number];

async function reconcilePurchase(scope: SystemContext, purchase: Open) {
  const { em, payments, now } = scope;
  const { id, userId, paymentId, checkoutId } = purchase;
  await db(em).updateTable('purchases').set({ checked_at: now() }).where('id', '=', id).execute();
  const ways = [
    checkoutId ? await fulfilCheckout(scope, checkoutId) : null,
    paymentId ? await fulfil(scope, paymentId) : null,
  ];
  // A bank may work on a payment for days, and such a payment cannot be cancelled.
  if (ways.some((way) => way?.state === 'processing')) return;
  const customerId = paymentId || checkoutId ? null : await knownCustomer(scope, userId);
  if (customerId) {
    for (const found of await payments.findPayments({ customerId, purchaseId: String(id) })) {
      await fulfil(scope, found.paymentId);
    }
  }
  if (isOlderThan(abandonedAfterMs, purchase, now())) await endAttempt(scope, purchase);
}
