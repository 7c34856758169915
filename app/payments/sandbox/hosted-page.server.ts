import type Stripe from 'stripe';
import type { HostedOutcome } from '../hosted-outcomes.ts';
import { ApiError } from './api-error.server.ts';
import { intentOf } from './billing.server.ts';
import {
  askConfirmation,
  chargeSavedCard,
  decline,
  declineMessage,
  invoiceOf,
  pay,
  startProcessing,
} from './charges.server.ts';
import { emit } from './emit.server.ts';
import { intentObject } from './objects/payments.server.ts';
import { createSubscription } from './plan-routes.server.ts';
import { add, all, find, idIn, note, priceOf, type State } from './state.server.ts';

export interface HostedPage {
  id: string;
  kind: 'purchase' | 'subscription' | 'invoice' | 'portal';
  title: string;
  amountCents: number;
  currency: 'usd';
  status: 'open' | 'complete' | 'expired';
  needsConfirmation: boolean;
  lastError: string | null;
}

export interface HostedAnswer {
  redirectTo: string;
  result: 'paid' | 'declined' | 'canceled' | 'needs_confirmation' | 'expired' | 'saved';
}

export interface PageAddresses {
  pageUrl: (id: string) => string;
  /** Where the page of a payment without a session returns to. */
  purchaseReturnUrl: string;
  subscriptionReturnUrl: string;
}

/** `start_processing`: the payer's bank takes days. A later outcome of the payment is its answer. */
export type PayerOutcome = HostedOutcome | 'start_processing';

/** The page of a session (`cs_…`), a visit to the portal (`bps_…`) or a payment (`pi_…`). Null if unknown. */
export function hostedPage(state: State, id: string): HostedPage | null {
  const notes = state.notes.get(id);
  const session = find(state, 'checkout.session', id);
  const shared = { id, currency: 'usd', needsConfirmation: false, lastError: null } as const;
  if (session) {
    return {
      ...shared,
      kind: session.mode === 'subscription' ? 'subscription' : 'purchase',
      title: notes?.sold?.title ?? '',
      amountCents: session.amount_total ?? 0,
      status: session.status === 'complete' ? 'complete' : session.status === 'open' ? 'open' : 'expired',
      needsConfirmation: notes?.needsConfirmation ?? false,
      lastError: notes?.lastError ?? null,
    };
  }
  if (find(state, 'billing_portal.session', id)) {
    const status = notes?.isOver ? 'complete' : 'open';
    return { ...shared, kind: 'portal', title: 'Your payment card', amountCents: 0, status };
  }
  const intent = find(state, 'payment_intent', id);
  if (!intent) return null;
  const over = intent.status === 'canceled' ? 'expired' : 'open';
  return {
    ...shared,
    kind: invoiceOf(state, intent) ? 'invoice' : 'purchase',
    title: intent.description ?? '',
    amountCents: intent.amount,
    status: intent.status === 'succeeded' ? 'complete' : over,
    needsConfirmation: intent.status === 'requires_action',
    lastError: intent.last_payment_error?.message ?? null,
  };
}

/** The payer's action on the page; repeating it pays nothing. @throws ApiError for an unknown page */
export function submitHostedPage(
  state: State,
  addresses: PageAddresses,
  id: string,
  wanted: PayerOutcome,
): HostedAnswer {
  const isDeclined = wanted === 'pay' && state.declines > 0;
  if (isDeclined) state.declines -= 1;
  const outcome = isDeclined ? 'decline' : wanted;
  const session = find(state, 'checkout.session', id);
  if (session) return submitSession(state, addresses, session, outcome);
  const visit = find(state, 'billing_portal.session', id);
  if (visit) return submitPortal(state, addresses, visit, outcome);
  const intent = find(state, 'payment_intent', id);
  if (intent) return submitPayment(state, addresses, intent, outcome);
  throw new ApiError(404, `No such page: ${id}`, { code: 'resource_missing' });
}

function submitSession(
  state: State,
  { pageUrl }: PageAddresses,
  session: Stripe.Checkout.Session,
  outcome: PayerOutcome,
): HostedAnswer {
  const back = (session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', session.id);
  const away = session.cancel_url ?? back;
  if (session.status === 'complete') return { redirectTo: back, result: 'paid' };
  if (session.status === 'expired') return { redirectTo: away, result: 'expired' };
  if (outcome === 'cancel') return { redirectTo: away, result: 'canceled' };
  if (outcome === 'pay' || outcome === 'start_processing') {
    payInSession(state, session, outcome);
    return { redirectTo: back, result: 'paid' };
  }
  const declined = outcome === 'decline';
  // A subscription and its payment are made when the payer pays, not before.
  if (session.mode === 'payment')
    (declined ? decline : askConfirmation)(state, sessionIntent(state, session));
  note(state, session.id, { lastError: declined ? declineMessage : null, needsConfirmation: !declined });
  return { redirectTo: pageUrl(session.id), result: declined ? 'declined' : 'needs_confirmation' };
}

/** The payment of a session, made at the first try to pay. */
function sessionIntent(state: State, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const known = find(state, 'payment_intent', idIn(session.payment_intent));
  if (known) return known;
  const sold = state.notes.get(session.id)?.sold;
  const intent = add(
    state,
    intentObject({
      amount: session.amount_total ?? 0,
      created: state.now,
      customer: session.customer,
      description: sold?.title ?? null,
      metadata: sold?.metadata ?? {},
    }),
  );
  session.payment_intent = intent.id;
  return intent;
}

/** Checkout makes what was sold, and its page is over (https://docs.stripe.com/checkout/fulfillment). */
function payInSession(state: State, session: Stripe.Checkout.Session, outcome: 'pay' | 'start_processing') {
  let intent: Stripe.PaymentIntent | null;
  if (session.mode === 'subscription') {
    const sold = state.notes.get(session.id)?.sold;
    const begun = createSubscription(state, {
      customer: idIn(session.customer),
      price: priceOf(state, sold?.price ?? ''),
      metadata: sold?.metadata ?? {},
    });
    intent = begun.intent;
    session.subscription = begun.subscription.id;
    session.invoice = idIn(begun.subscription.latest_invoice);
  } else {
    intent = sessionIntent(state, session);
  }
  if (intent) (outcome === 'pay' ? pay : startProcessing)(state, intent);
  const isPaid = outcome === 'pay' || intent === null;
  Object.assign(session, { status: 'complete', payment_status: isPaid ? 'paid' : 'unpaid', url: null });
  note(state, session.id, { lastError: null, needsConfirmation: false });
  emit(state, 'checkout.session.completed', session);
}

/** A new card in the portal also pays an open renewal. */
function submitPortal(
  state: State,
  { pageUrl }: PageAddresses,
  visit: Stripe.BillingPortal.Session,
  outcome: PayerOutcome,
): HostedAnswer {
  const back = visit.return_url ?? '';
  if (state.notes.get(visit.id)?.isOver) return { redirectTo: back, result: 'saved' };
  if (outcome === 'cancel') return { redirectTo: back, result: 'canceled' };
  if (outcome !== 'pay') {
    const isDeclined = outcome === 'decline';
    return { redirectTo: pageUrl(visit.id), result: isDeclined ? 'declined' : 'needs_confirmation' };
  }
  note(state, visit.customer, { card: 'good' });
  note(state, visit.id, { isOver: true });
  for (const invoice of all(state, 'invoice')) {
    if (invoice.status !== 'open' || invoice.billing_reason !== 'subscription_cycle') continue;
    chargeSavedCard(state, intentOf(state, invoice));
  }
  return { redirectTo: back, result: 'saved' };
}

function submitPayment(
  state: State,
  { pageUrl, purchaseReturnUrl, subscriptionReturnUrl }: PageAddresses,
  intent: Stripe.PaymentIntent,
  outcome: PayerOutcome,
): HostedAnswer {
  const home = invoiceOf(state, intent) ? subscriptionReturnUrl : purchaseReturnUrl;
  const back = `${home}${home.includes('?') ? '&' : '?'}payment_intent=${intent.id}`;
  if (intent.status === 'succeeded') return { redirectTo: back, result: 'paid' };
  if (intent.status === 'canceled') return { redirectTo: home, result: 'expired' };
  if (outcome === 'cancel') return { redirectTo: home, result: 'canceled' };
  if (outcome === 'pay' || outcome === 'start_processing') {
    (outcome === 'pay' ? pay : startProcessing)(state, intent);
    return { redirectTo: back, result: 'paid' };
  }
  const isDeclined = outcome === 'decline';
  (isDeclined ? decline : askConfirmation)(state, intent);
  return { redirectTo: pageUrl(intent.id), result: isDeclined ? 'declined' : 'needs_confirmation' };
}
