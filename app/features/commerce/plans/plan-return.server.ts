import { isConflict } from '../../../db/retry-on-conflict.server.ts';
import type { ReturnPath } from '../../../domain/checkout-paths.ts';
import type { PaidPlan } from '../../../domain/plan-prices.ts';
import { NotFound } from '../../../errors.ts';
import { PaymentProviderDown } from '../../../payments/payment-errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { knownCustomer } from '../ledger/customers.server.ts';
import { billingSummary } from './billing-summary.server.ts';
import { currentSubscription } from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

export interface PlanReturned {
  /** `processing`: the bank works on the payment. `checking`: the provider has not answered yet. */
  state: 'paid' | 'open' | 'processing' | 'checking';
  plan: PaidPlan;
  message: string | null;
}

/** The result of a payment for a plan, after the provider's page leads back. The address proves nothing, so the
 *  provider is asked, and the plan is brought to its state.
 *  @throws NotFound when the session or payment is not this member's */
export async function resolvePlanReturn(scope: MemberScope, back: ReturnPath): Promise<PlanReturned> {
  const asked = (await currentSubscription(scope.em, scope.viewer.id))?.plan ?? 'premium';
  try {
    const { subscriptionId, paid, message } = await readReturnedPayment(scope, back);
    if (subscriptionId) await syncIgnoringConflict(scope, subscriptionId);
    const { subscription } = await billingSummary(scope);
    const isHeld = subscription && !subscription.graceUntil && !subscription.pendingPlan;
    if (isHeld && paid !== 'open') return { state: 'paid', plan: subscription.plan, message };
    const plan = subscription?.pendingPlan ?? asked;
    return { state: paid === 'paid' ? 'checking' : paid, plan, message };
  } catch (error) {
    if (!(error instanceof PaymentProviderDown)) throw error;
    return { state: 'checking', plan: asked, message: null };
  }
}

/** Brings the plan to the provider's state. If parallel requests win, their result is used. */
async function syncIgnoringConflict(scope: MemberScope, subscriptionId: string) {
  try {
    await syncSubscription(scope, subscriptionId);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
}

interface Answer {
  subscriptionId: string | null;
  paid: 'paid' | 'open' | 'processing';
  message: string | null;
}

/** @throws NotFound when the session or payment is not this member's */
async function readReturnedPayment(
  scope: MemberScope,
  { sessionId, paymentId }: ReturnPath,
): Promise<Answer> {
  const { payments, viewer } = scope;
  const customerId = await knownCustomer(scope, viewer.id);
  if (sessionId) {
    const session = await payments.retrieveCheckout(sessionId);
    if (!session || session.customerId !== customerId) throw new NotFound();
    const { subscriptionId, status, paid } = session;
    const isOpen = status === 'open' || status === 'expired';
    return { subscriptionId, paid: isOpen ? 'open' : paid ? 'paid' : 'processing', message: null };
  }
  const payment = paymentId ? await payments.retrievePayment(paymentId) : null;
  if (!payment || payment.customerId !== customerId) throw new NotFound();
  const current = await currentSubscription(scope.em, viewer.id);
  const { status, lastError: message } = payment;
  const paid = status === 'succeeded' ? 'paid' : status === 'processing' ? status : 'open';
  return { subscriptionId: current?.subscriptionId ?? null, paid, message };
}
