import type Stripe from 'stripe';
import { collect, firstItem, intentOf, renew, voidInvoice } from './billing.server.ts';
import { cancelIntent } from './charges.server.ts';
import { emit } from './emit.server.ts';
import { unpaidLife } from './periods.server.ts';
import { find, get, idIn, type State, type StripeObject } from './state.server.ts';

/** What time does to an object, and when, in seconds. */
interface Turn {
  at: number;
  act(): void;
}

/** The next change of an object by time alone; null when there is none. */
export function nextTurn(state: State, object: StripeObject): Turn | null {
  if (object.object === 'checkout.session' && object.status === 'open') {
    return { at: object.expires_at, act: () => expireSession(state, object) };
  }
  return object.object === 'subscription' ? subscriptionTurn(state, object) : null;
}

function subscriptionTurn(state: State, subscription: Stripe.Subscription): Turn | null {
  const { status, pending_update: pending } = subscription;
  if (status === 'incomplete') {
    return { at: subscription.created + unpaidLife, act: () => expireIncomplete(state, subscription) };
  }
  if (pending) return { at: pending.expires_at, act: () => expirePending(state, subscription) };
  if (status !== 'active' && status !== 'past_due') return null;
  const invoice = find(state, 'invoice', idIn(subscription.latest_invoice));
  const retryAt = invoice?.status === 'open' ? invoice.next_payment_attempt : null;
  if (invoice && retryAt) {
    const act = () => collect(state, subscription, invoice, intentOf(state, invoice));
    return { at: retryAt, act };
  }
  return { at: firstItem(subscription).current_period_end, act: () => renew(state, subscription) };
}

/** Closes a payment page, and its payment unless the bank has it already. */
export function expireSession(state: State, session: Stripe.Checkout.Session): void {
  session.status = 'expired';
  session.url = null;
  const intent = find(state, 'payment_intent', idIn(session.payment_intent));
  if (intent) cancelIntent(state, intent);
  emit(state, 'checkout.session.expired', session);
}

function expireIncomplete(state: State, subscription: Stripe.Subscription): void {
  const invoice = get(state, 'invoice', idIn(subscription.latest_invoice));
  if (invoice.status === 'open') voidInvoice(state, invoice);
  subscription.status = 'incomplete_expired';
  subscription.ended_at = state.now;
  emit(state, 'customer.subscription.updated', subscription);
}

function expirePending(state: State, subscription: Stripe.Subscription): void {
  const invoice = get(state, 'invoice', idIn(subscription.latest_invoice));
  if (invoice.status === 'open') voidInvoice(state, invoice);
  subscription.pending_update = null;
  emit(state, 'customer.subscription.pending_update_expired', subscription);
}
