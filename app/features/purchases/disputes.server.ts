import type { Em } from '../../db/orm.server.ts';
import { row } from '../../db/sql.server.ts';
import { untilFresh } from '../../db/until-fresh.server.ts';
import type { DisputeState, PaymentState } from '../../payments/payment-states.ts';
import type { HouseScope } from '../../scope.ts';
import { syncSubscription } from '../plans/sync.server.ts';
import { chargeVersion, lockCharge, settle } from './charges.server.ts';
import { type Fulfilment, fulfil } from './fulfil.server.ts';

/**
 * Takes over what the provider says of a dispute. Open, it only freezes the creator's share; lost, it takes
 * access and money away, and the plan whose running month it paid for; won, all is as before.
 */
export async function syncDispute(scope: HouseScope, disputeId: string): Promise<Fulfilment | null> {
  const { em, payments, now } = scope;
  const first = await payments.retrieveDispute(disputeId);
  if (!first?.paymentId) return null;
  const { paymentId } = first;
  // A dispute may be heard of before the sale is: the sale is recorded first.
  const known = await fulfil(scope, paymentId);
  const isChanged = await untilFresh(async () => {
    const version = await chargeVersion(em, paymentId);
    const dispute = await payments.retrieveDispute(disputeId);
    const payment = await payments.retrievePayment(paymentId);
    if (!dispute || !payment) return false;
    return em.transactional((em) => write(em, { dispute, payment, version, at: now() }));
  });
  await endDisputedPlan(scope, paymentId);
  return isChanged ? fulfil(scope, paymentId) : known;
}

async function endDisputedPlan(scope: HouseScope, paymentId: string) {
  const plan = await row<{ subscriptionId: string }>(scope.em)`
    select s.subscription_id as "subscriptionId" from charges h join subscriptions s on s.id = h.subscription_id
    where h.payment_id = ${paymentId} and h.lost_cents > 0`;
  if (plan) await syncSubscription(scope, plan.subscriptionId);
}

interface Writing {
  dispute: DisputeState;
  payment: PaymentState;
  version: number | null;
  at: Date;
}

/** Whether the payment must be looked at once more: it is a surplus, or no sale of ours that a charge records. */
async function write(em: Em, { dispute, payment, version, at }: Writing): Promise<boolean> {
  const charge = await lockCharge(em, payment.paymentId, version);
  const { disputeId, status, amountCents, createdAt } = dispute;
  await row(em)`
    insert into disputes (id, payment_id, status, amount_cents, created_at, updated_at)
    values (${disputeId}, ${payment.paymentId}, ${status}, ${amountCents}, ${createdAt}, ${at})
    on conflict (id) do update set status = excluded.status, amount_cents = excluded.amount_cents,
      updated_at = excluded.updated_at`;
  return charge ? settle(em, charge, payment, at) : true;
}
