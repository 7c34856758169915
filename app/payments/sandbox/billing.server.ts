import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';
import { cancelIntent, chargeSavedCard } from './charges.server.ts';
import { emit } from './emit.server.ts';
import { invoiceObject, invoicePaymentObject, type Line } from './objects/invoice.server.ts';
import { intentObject } from './objects/payments.server.ts';
import { itemObject, repriced } from './objects/prices.server.ts';
import { addMonth, daySeconds, unpaidLife } from './periods.server.ts';
import { add, find, get, idIn, list, priceOf, type State } from './state.server.ts';

/** Stripe's minimum charge in US dollars (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const smallestCents = 50;

/** The days after the first failure on which a renewal is tried again; then the plan ends
 *  (https://docs.stripe.com/billing/revenue-recovery/smart-retries). */
const retryDays = [1, 3, 5, 7];

type Reason = Parameters<typeof invoiceObject>[0]['reason'];

const titles: Record<Reason, (price: Stripe.Price) => string> = {
  subscription_create: ({ nickname }) => nickname ?? '',
  subscription_cycle: ({ nickname }) => nickname ?? '',
  subscription_update: ({ nickname }) => `Change to ${nickname}`,
};

export const firstItem = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
};

/** What an invoice asks for. A smaller sum than can be charged waits on the customer's balance
 *  (https://docs.stripe.com/api/invoices/object#invoice_object-amount_due). */
export function amountDue(lines: Line[], balance: number) {
  const owed = lines.reduce((sum, line) => sum + line.amount, balance);
  return owed < smallestCents ? { amountDue: 0, endingBalance: owed } : { amountDue: owed, endingBalance: 0 };
}

/** Opens the invoice of a period or a change, with its payment unless nothing is due. */
export function openInvoice(state: State, subscription: Stripe.Subscription, reason: Reason, lines: Line[]) {
  const customer = get(state, 'customer', idIn(subscription.customer));
  const startingBalance = customer.balance;
  const due = amountDue(lines, startingBalance);
  const sequence = customer.next_invoice_sequence ?? 1;
  const number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  const facts = { subscription, reason, lines, number, startingBalance, created: state.now };
  const invoice = add(state, invoiceObject({ ...facts, amountDue: due.amountDue }));
  customer.next_invoice_sequence = sequence + 1;
  customer.balance = due.endingBalance;
  invoice.ending_balance = due.endingBalance;
  subscription.latest_invoice = invoice.id;
  if (due.amountDue === 0) {
    invoice.payments = list([], '/v1/invoice_payments');
    settleInvoice(state, invoice);
    return { invoice, intent: null };
  }
  const [line] = lines.slice(-1);
  const intent = add(
    state,
    // The metadata of a subscription is not passed on to the payments of its invoices.
    intentObject({
      amount: due.amountDue,
      created: state.now,
      customer: customer.id,
      description: line ? titles[reason](line.price) : null,
      metadata: {},
    }),
  );
  invoice.hosted_invoice_url = state.settings.pageUrl(intent.id);
  invoice.payments = list([invoicePaymentObject(invoice, intent)], '/v1/invoice_payments');
  invoice.confirmation_secret = { client_secret: intent.client_secret ?? '', type: 'payment_intent' };
  return { invoice, intent };
}

export const intentOf = (state: State, invoice: Stripe.Invoice) =>
  get(state, 'payment_intent', idIn(invoice.payments?.data[0]?.payment.payment_intent));

/** An invoice was paid: its plan begins, goes on, or changes. */
export function settleInvoice(state: State, invoice: Stripe.Invoice): void {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = state.now;
  Object.assign(invoice.payments?.data[0] ?? {}, { status: 'paid', amount_paid: invoice.amount_due });
  emit(state, 'invoice.paid', invoice);
  emit(state, 'invoice.payment_succeeded', invoice);
  const subscription = subscriptionOf(state, invoice);
  const pending = subscription.pending_update?.subscription_items?.[0];
  if (invoice.billing_reason === 'subscription_update' && pending) {
    subscription.items.data = [repriced(firstItem(subscription), pending.price)];
    subscription.pending_update = null;
    emit(state, 'customer.subscription.pending_update_applied', subscription);
  } else if (!isOver(subscription)) {
    subscription.status = 'active';
  }
  emit(state, 'customer.subscription.updated', subscription);
}

export const isOver = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

export const subscriptionOf = (state: State, { parent }: Stripe.Invoice) =>
  get(state, 'subscription', idIn(parent?.subscription_details?.subscription));

/** Ends an open invoice and its payment, and gives the customer's balance back. */
export function voidInvoice(state: State, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') {
    throw new ApiError(400, 'You can only void an open invoice.', { code: 'invoice_not_editable' });
  }
  invoice.status = 'void';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = state.now;
  const customer = get(state, 'customer', idIn(invoice.customer));
  customer.balance += invoice.starting_balance - (invoice.ending_balance ?? 0);
  cancelIntent(state, intentOf(state, invoice));
  emit(state, 'invoice.voided', invoice);
}

export function endSubscription(state: State, subscription: Stripe.Subscription): void {
  const invoice = find(state, 'invoice', idIn(subscription.latest_invoice));
  if (invoice?.status === 'open') voidInvoice(state, invoice);
  subscription.status = 'canceled';
  subscription.ended_at = state.now;
  subscription.canceled_at = state.now;
  subscription.pending_update = null;
  emit(state, 'customer.subscription.deleted', subscription);
}

/** A period ends: the plan ends as well, or is billed again, at the scheduled price if there is one. */
export function renew(state: State, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(state, subscription);
    return;
  }
  const item = firstItem(subscription);
  const price = scheduledPrice(state, subscription) ?? item.price;
  const start = item.current_period_end;
  const end = addMonth(start, subscription.billing_cycle_anchor);
  const next = itemObject({ subscription: subscription.id, price, start, end, created: item.created });
  subscription.items.data = [{ ...next, id: item.id }];
  const lines = [{ amount: price.unit_amount ?? 0, price, start, end }];
  const { invoice, intent } = openInvoice(state, subscription, 'subscription_cycle', lines);
  if (intent) collect(state, subscription, invoice, intent);
}

/** The price of the phase that begins now; a schedule whose phases are over lets the subscription go
 *  (https://docs.stripe.com/billing/subscriptions/subscription-schedules). */
function scheduledPrice(state: State, subscription: Stripe.Subscription): Stripe.Price | null {
  const schedule = find(state, 'subscription_schedule', idIn(subscription.schedule));
  if (!schedule) return null;
  const start = firstItem(subscription).current_period_end;
  const phase = schedule.phases.find(({ start_date }) => start_date === start);
  if (phase) {
    schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
    return priceOf(state, idIn(phase.items[0]?.price));
  }
  Object.assign(schedule, { status: 'released', released_subscription: subscription.id });
  subscription.schedule = null;
  return null;
}

/** Charges the saved card for a renewal. A failure sets the next try; the last failure ends the plan. */
export function collect(
  state: State,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  if (chargeSavedCard(state, intent)) return;
  const wait = retryDays[invoice.attempt_count - 1];
  if (wait === undefined) {
    invoice.status = 'uncollectible';
    invoice.next_payment_attempt = null;
    cancelIntent(state, intent);
    endSubscription(state, subscription);
    return;
  }
  invoice.next_payment_attempt = invoice.created + wait * daySeconds;
  subscription.status = 'past_due';
  emit(state, 'customer.subscription.updated', subscription);
}

/** The price of an upgrade in two lines: the refund of the old price's rest, and the new price
 *  (https://docs.stripe.com/billing/subscriptions/prorations). */
export function prorationLines(subscription: Stripe.Subscription, price: Stripe.Price, at: number): Line[] {
  const item = firstItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  if (at < start || at > end) {
    throw new ApiError(400, 'proration_date must lie in the current period', { param: 'proration_date' });
  }
  const left = (end - at) / (end - start);
  return [
    { amount: -Math.round((item.price.unit_amount ?? 0) * left), price: item.price, start: at, end },
    { amount: Math.round((price.unit_amount ?? 0) * left), price, start: at, end },
  ];
}

export const pendingExpiry = (state: State, subscription: Stripe.Subscription) =>
  Math.min(state.now + unpaidLife, firstItem(subscription).current_period_end);
