import type Stripe from 'stripe';
import { account, type Books, Fault, get, idIn } from './books.ts';
import { emit } from './events.ts';
import { cancelIntent, chargeSavedCard } from './money.ts';
import { intentObject, invoiceObject, itemObject, priceOf, repriced } from './objects.ts';

const day = 86_400;
const unpaidLife = 23 * 3_600;
const retryDays = [1, 3, 5, 7];

export const firstItem = (subscription: Stripe.Subscription) => subscription.items.data[0]!;

export function addMonth(from: number, anchor: number): number {
  const start = new Date(from * 1000);
  const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 0));
  const wanted = new Date(anchor * 1000).getUTCDate();
  month.setUTCDate(Math.min(wanted, month.getUTCDate()));
  return Math.floor(month.getTime() / 1000) + (from % day);
}

export const intentOf = (books: Books, invoice: Stripe.Invoice) =>
  get(books.intents, idIn(invoice.payments?.data[0]?.payment.payment_intent), 'payment_intent');

/** Opens the invoice of a period with its payment, and hangs it on the subscription. */
export function openInvoice(
  books: Books,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
  lines: Parameters<typeof invoiceObject>[1]['lines'],
) {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const customer = idIn(subscription.customer);
  // The metadata of a subscription is not passed on to the payments of its invoices.
  const intent = intentObject(books, { amount, customer, description: 'Subscription', metadata: {} });
  const invoice = invoiceObject(books, { subscription, reason, lines }, intent);
  subscription.latest_invoice = invoice.id;
  return { invoice, intent };
}

/** An invoice was paid: its plan begins, goes on, or changes. */
export function settleInvoice(books: Books, invoice: Stripe.Invoice): void {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
  });
  invoice.status_transitions.paid_at = books.now();
  Object.assign(invoice.payments?.data[0] ?? {}, { status: 'paid', amount_paid: invoice.amount_due });
  emit(books, 'invoice.paid', invoice);
  emit(books, 'invoice.payment_succeeded', invoice);
  const id = idIn(invoice.parent?.subscription_details?.subscription);
  const subscription = get(books.subscriptions, id, 'subscription');
  const pending = subscription.pending_update?.subscription_items?.[0];
  if (invoice.billing_reason === 'subscription_update' && pending) {
    subscription.items.data = [repriced(firstItem(subscription), pending.price)];
    subscription.pending_update = null;
    emit(books, 'customer.subscription.pending_update_applied', subscription);
  } else {
    subscription.status = 'active';
  }
  emit(books, 'customer.subscription.updated', subscription);
}

export function voidInvoice(books: Books, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') {
    throw new Fault(400, 'You can only void an open invoice', { code: 'invoice_not_editable' });
  }
  invoice.status = 'void';
  invoice.status_transitions.voided_at = books.now();
  cancelIntent(books, intentOf(books, invoice));
  emit(books, 'invoice.voided', invoice);
}

export function endSubscription(books: Books, subscription: Stripe.Subscription): void {
  const invoice = books.invoices.get(idIn(subscription.latest_invoice));
  if (invoice?.status === 'open') voidInvoice(books, invoice);
  subscription.status = 'canceled';
  subscription.ended_at = books.now();
  subscription.canceled_at = books.now();
  subscription.pending_update = null;
  emit(books, 'customer.subscription.deleted', subscription);
}

/** The next change of a subscription by time, and when it is due. */
export function nextTurn(books: Books, subscription: Stripe.Subscription) {
  const invoice = books.invoices.get(idIn(subscription.latest_invoice));
  const { status } = subscription;
  if (status === 'incomplete') return { at: subscription.created + unpaidLife, act: expireIncomplete };
  if (subscription.pending_update) return { at: subscription.pending_update.expires_at, act: expirePending };
  if (invoice?.status === 'open' && invoice.next_payment_attempt) {
    return { at: invoice.next_payment_attempt, act: retry };
  }
  if (status !== 'active' && status !== 'past_due') return null;
  return { at: firstItem(subscription).current_period_end, act: renew };
}

function expireIncomplete(books: Books, subscription: Stripe.Subscription): void {
  voidInvoice(books, get(books.invoices, idIn(subscription.latest_invoice), 'invoice'));
  subscription.status = 'incomplete_expired';
  subscription.ended_at = books.now();
  emit(books, 'customer.subscription.updated', subscription);
}

function expirePending(books: Books, subscription: Stripe.Subscription): void {
  voidInvoice(books, get(books.invoices, idIn(subscription.latest_invoice), 'invoice'));
  subscription.pending_update = null;
  emit(books, 'customer.subscription.pending_update_expired', subscription);
}

function renew(books: Books, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(books, subscription);
    return;
  }
  const item = firstItem(subscription);
  const schedule = books.schedules.get(idIn(subscription.schedule));
  const phase = schedule?.phases.find(({ start_date }) => start_date === item.current_period_end);
  const price = phase ? priceOf(books, idIn(phase.items[0]?.price)) : item.price;
  if (schedule && !phase) {
    Object.assign(schedule, { status: 'released', released_subscription: subscription.id });
    subscription.schedule = null;
  } else if (schedule && phase) {
    schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  }
  const start = item.current_period_end;
  const end = addMonth(start, subscription.billing_cycle_anchor);
  subscription.items.data = [
    { ...itemObject(books, { subscription: subscription.id, price, start, end }), id: item.id },
  ];
  const amount = price.unit_amount ?? 0;
  const { invoice, intent } = openInvoice(books, subscription, 'subscription_cycle', [
    { amount, price, start, end },
  ]);
  collect(books, subscription, invoice, intent);
}

function retry(books: Books, subscription: Stripe.Subscription): void {
  const invoice = get(books.invoices, idIn(subscription.latest_invoice), 'invoice');
  collect(books, subscription, invoice, intentOf(books, invoice));
}

function collect(
  books: Books,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  if (chargeSavedCard(books, intent)) return;
  const wait = retryDays[invoice.attempt_count - 1];
  if (wait === undefined) {
    invoice.status = 'uncollectible';
    invoice.next_payment_attempt = null;
    cancelIntent(books, intent);
    endSubscription(books, subscription);
    return;
  }
  invoice.next_payment_attempt = invoice.created + wait * day;
  subscription.status = 'past_due';
  emit(books, 'customer.subscription.updated', subscription);
}

/** The price of an upgrade in two lines: the refund of the old price's rest, and the new price. */
export function prorationLines(subscription: Stripe.Subscription, price: Stripe.Price, at: number) {
  const item = firstItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  if (at < start || at > end) {
    throw new Fault(400, 'proration_date must lie in the current period', { param: 'proration_date' });
  }
  const left = (end - at) / (end - start);
  return [
    { amount: -Math.round((item.price.unit_amount ?? 0) * left), price: item.price, start: at, end },
    { amount: Math.round((price.unit_amount ?? 0) * left), price, start: at, end },
  ];
}

export const pendingExpiry = (books: Books, subscription: Stripe.Subscription) =>
  Math.min(books.now() + unpaidLife, firstItem(subscription).current_period_end);

export const knownPrice = (books: Books, id: string) => {
  if (!Object.values(account.prices).some((price) => price === id)) {
    throw new Fault(400, `No such price: '${id}'`, { code: 'resource_missing', param: 'items[0][price]' });
  }
  return priceOf(books, id);
};
