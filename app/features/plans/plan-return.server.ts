import { NotFound } from '../../errors.ts';
import { PaymentProviderDown } from '../../payments/payment-errors.ts';
import type { PaidPlan } from '../../payments/payments.ts';
import type { MemberScope } from '../../scope.ts';
import { billingSummary } from './billing.server.ts';
import { knownCustomer } from './customers.server.ts';
import { liveSubscription } from './subscription-row.server.ts';
import { syncSubscription } from './sync.server.ts';

export interface PlanReturned {
  /** `checking`: the provider does not answer, or is not done; asking again resolves it. */
  state: 'paid' | 'open' | 'checking';
  plan: PaidPlan;
  /** The provider's words when the payment was declined. */
  message: string | null;
}

interface Back {
  sessionId: string | null;
  paymentId: string | null;
}

/**
 * What became of the payment for a plan whose page leads back here. The address is never proof: the provider
 * is asked, and the plan brought to what it holds (payments.md §6).
 * @throws NotFound when the session or payment is not this member's own
 */
export async function resolvePlanReturn(scope: MemberScope, back: Back): Promise<PlanReturned> {
  const asked = (await liveSubscription(scope.em, scope.viewer.id))?.plan ?? 'premium';
  try {
    const { subscriptionId, isOpen, message } = await ask(scope, back);
    if (subscriptionId) await syncSubscription(scope, subscriptionId);
    const { subscription } = await billingSummary(scope);
    const isPaid = subscription && !subscription.graceUntil && !subscription.pendingPlan;
    if (isPaid && !isOpen) return { state: 'paid', plan: subscription.plan, message };
    return { state: isOpen ? 'open' : 'checking', plan: subscription?.pendingPlan ?? asked, message };
  } catch (error) {
    if (!(error instanceof PaymentProviderDown)) throw error;
    return { state: 'checking', plan: asked, message: null };
  }
}

async function ask(scope: MemberScope, { sessionId, paymentId }: Back) {
  const { payments, viewer } = scope;
  const customerId = await knownCustomer(scope, viewer.id);
  if (sessionId) {
    const session = await payments.retrieveCheckout(sessionId);
    if (!session || session.customerId !== customerId) throw new NotFound();
    const { subscriptionId, status } = session;
    return { subscriptionId, isOpen: status === 'open' || status === 'expired', message: null };
  }
  const payment = await payments.retrievePayment(paymentId ?? '');
  if (!payment || payment.customerId !== customerId) throw new NotFound();
  const live = await liveSubscription(scope.em, viewer.id);
  const isOpen = payment.status !== 'succeeded' && payment.status !== 'processing';
  return { subscriptionId: live?.subscriptionId ?? null, isOpen, message: payment.lastError };
}
