import { row, rows } from '../../db/sql.server.ts';
import { PaymentProviderDown } from '../../payments/payment-errors.ts';
import type { HouseScope } from '../../scope.ts';
import { knownCustomer } from '../plans/customers.server.ts';
import { reconcileSubscription, staleSubscriptions } from '../plans/reconcile.server.ts';
import { refusedSurplus, retryRefund, waitingRefunds } from './ask-refund.server.ts';
import { endAttempt } from './buy.server.ts';
import type { PurchaseRow } from './charges.server.ts';
import { processEvent, waitingEvents } from './events.server.ts';
import { fulfil, fulfilCheckout, purchaseColumns } from './fulfil.server.ts';
import { refundPayment } from './refunds.server.ts';

const minuteMs = 60_000;
/** Providers keep an attempt open for a day; ours ends a little earlier. */
const attemptLifeMs = 23 * 60 * minuteMs;

/**
 * Finds out what became of everything that should have been answered long ago: open purchases, plans whose
 * period is over, refunds without an answer, events whose work was lost. One trouble does not stop the others.
 * @throws AggregateError with all the troubles, so that the worker tells and tries again
 */
export async function reconcile(scope: HouseScope): Promise<void> {
  const before = (minutes: number) => new Date(scope.now().getTime() - minutes * minuteMs);
  const troubles: unknown[] = [];
  const each = async <Item>(items: Item[], work: (item: Item) => Promise<unknown>) => {
    for (const item of items) {
      // A provider that is down stays down for the rest of the list.
      if (troubles.some((trouble) => trouble instanceof PaymentProviderDown)) return;
      await work(item).catch((trouble) => troubles.push(trouble));
    }
  };
  await each(await openPurchases(scope, before(2)), (purchase) => reconcilePurchase(scope, purchase));
  await each(await staleSubscriptions(scope, before(2)), (plan) => reconcileSubscription(scope, plan));
  await each(await waitingRefunds(scope, before(2)), async (refund) => {
    await retryRefund(scope, refund);
    await fulfil(scope, refund.paymentId);
  });
  await each(await refusedSurplus(scope), async (paymentId) => {
    const { state } = await fulfil(scope, paymentId);
    if (state === 'unknown') await refundPayment(scope, paymentId);
  });
  await each(await waitingEvents(scope, before(10)), (id) => processEvent(scope, id));
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} could not be reconciled`);
}

type Open = PurchaseRow & { createdAt: string };

const openPurchases = ({ em }: HouseScope, before: Date) => rows<Open>(em)`
  select ${purchaseColumns}, p.created_at as "createdAt"
  from purchases p join content c on c.id = p.content_id
  where p.status = 'pending' and p.created_at < ${before}
  order by p.checked_at nulls first, p.id limit 100`;

async function reconcilePurchase(scope: HouseScope, purchase: Open) {
  const { em, payments, now } = scope;
  const { id, userId, paymentId, checkoutId } = purchase;
  await row(em)`update purchases set checked_at = ${now()} where id = ${id}`;
  const ways = [
    checkoutId ? await fulfilCheckout(scope, checkoutId) : null,
    paymentId ? await fulfil(scope, paymentId) : null,
  ];
  // A bank may take days, and what it works on cannot be called back.
  if (ways.some((way) => way?.state === 'processing')) return;
  const customerId = paymentId || checkoutId ? null : await knownCustomer(scope, userId);
  if (customerId) {
    for (const found of await payments.findPayments({ customerId, purchaseId: String(id) })) {
      await fulfil(scope, found.paymentId);
    }
  }
  const isOld = now().getTime() - new Date(purchase.createdAt).getTime() > attemptLifeMs;
  if (isOld) await endAttempt(scope, purchase);
}
