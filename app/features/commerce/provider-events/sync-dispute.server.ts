import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { retryOnConflict } from '../../../db/retry-on-conflict.server.ts';
import type { DisputeState, PaymentState } from '../../../payments/payment-states.ts';
import type { SystemContext } from '../../../scope.ts';
import { chargeVersion } from '../ledger/charges.server.ts';
import { writeDispute } from '../ledger/disputes.server.ts';
import { syncSubscription } from '../plans/sync.server.ts';
import { type Fulfilment, fulfil } from '../purchases/fulfil.server.ts';
import { lockSale, settleSale } from '../purchases/settle-sale.server.ts';

/** Saves the state of a dispute. While open, it only freezes the creator's share. Lost, it ends access and takes the
 *  money back, and ends the plan whose present month it paid for. Won, everything is as before. */
export async function syncDispute(scope: SystemContext, disputeId: string): Promise<Fulfilment | null> {
  const { em, payments, now } = scope;
  const first = await payments.retrieveDispute(disputeId);
  if (!first?.paymentId) return null;
  const { paymentId } = first;
  // The event of a dispute may arrive before that of the sale, so the sale is recorded first.
  const known = await fulfil(scope, paymentId);
  const next = await retryOnConflict(async () => {
    const version = await chargeVersion(em, paymentId);
    const dispute = await payments.retrieveDispute(disputeId);
    const payment = await payments.retrievePayment(paymentId);
    if (!dispute || !payment) return null;
    return em.transactional((em) => write(em, { dispute, payment, version, at: now() }));
  });
  await endDisputedPlan(scope, paymentId);
  // A newer read at the same time may have found nothing to change, so the provider is asked again (ADR-038).
  if (next?.isChanged) return syncDispute(scope, disputeId);
  return next?.isSurplus ? fulfil(scope, paymentId) : known;
}

async function endDisputedPlan(scope: SystemContext, paymentId: string) {
  const plan = await db(scope.em)
    .selectFrom('charges as h')
    .innerJoin('subscriptions as s', 's.id', 'h.subscription_id')
    .select('s.subscription_id as subscriptionId')
    .where('h.payment_id', '=', paymentId)
    .where('h.lost_cents', '>', 0)
    .executeTakeFirst();
  if (plan?.subscriptionId) await syncSubscription(scope, plan.subscriptionId);
}

interface Writing {
  dispute: DisputeState;
  payment: PaymentState;
  version: number | null;
  at: Date;
}

/** `isSurplus` is also true without a charge for the payment, so that the payment is read again. */
async function write(em: Em, { dispute, payment, version, at }: Writing) {
  const charge = await lockSale(em, payment.paymentId, version);
  const isNews = await writeDispute(em, { ...dispute, paymentId: payment.paymentId }, at);
  if (!charge) return { isChanged: isNews, isSurplus: true };
  return settleSale(em, charge, payment, { at, isNews });
}
