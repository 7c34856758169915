import type { PaidPlan } from '../../domain/plan-prices.ts';
import { PaymentRefused } from '../payment-errors.ts';
import type { InvoiceReason } from '../payment-states.ts';
import {
  cancel,
  decline,
  declineMessage,
  openPayment,
  saveCard,
  savedCardPays,
  succeed,
} from './charges.server.ts';
import { record } from './events.server.ts';
import {
  file,
  find,
  findAll,
  type InvoicePaper,
  newId,
  type PaymentPaper,
  type SubscriptionPaper,
  unpaidLifeMs,
} from './papers.server.ts';
import { dayMs, nextMonth, type Room } from './room.server.ts';

/** The days after the first failure on which a renewal is tried again. After the last one the plan ends. */
const retryDays = [1, 3, 5, 7];

export async function subscriptionOf(room: Room, id: string): Promise<SubscriptionPaper> {
  const subscription = await find(room.db, 'subscription', id);
  if (!subscription) throw new PaymentRefused(`No such subscription: ${id}`, 'resource_missing');
  return subscription;
}

export async function updated(room: Room, subscription: SubscriptionPaper): Promise<SubscriptionPaper> {
  await record(room, 'customer.subscription.updated', { id: subscription.id });
  return file(room.db, subscription);
}

interface NewInvoice {
  reason: InvoiceReason;
  amountCents: number;
  title: string;
  periodStart: number;
  periodEnd: number;
  expiresAt: number | null;
}

export async function openInvoice(
  room: Room,
  subscription: SubscriptionPaper,
  { title, ...wanted }: NewInvoice,
) {
  const { customerId, memberId } = subscription;
  const id = newId('invoice');
  const count = (await findAll(room.db, 'invoice', customerId)).length + 1;
  const payment = await openPayment(room, {
    customerId,
    title,
    amountCents: wanted.amountCents,
    invoiceId: id,
  });
  const invoice = await file(room.db, {
    kind: 'invoice',
    id,
    customerId,
    memberId,
    createdAt: room.at,
    number: `${customerId.slice(-6).toUpperCase()}-${String(count).padStart(4, '0')}`,
    status: 'open',
    subscriptionId: subscription.id,
    paymentId: payment.id,
    attempts: 0,
    nextAttemptAt: null,
    paidAt: null,
    ...wanted,
  });
  return { invoice, payment, subscription: await file(room.db, { ...subscription, latestInvoiceId: id }) };
}

export async function openSubscription(
  room: Room,
  { customerId, memberId, plan }: { customerId: string; memberId: string; plan: PaidPlan },
) {
  if (!(await find(room.db, 'customer', customerId))) {
    throw new PaymentRefused(`No such customer: ${customerId}`, 'resource_missing');
  }
  const anchorDay = new Date(room.at).getUTCDate();
  const begun = await file(room.db, {
    kind: 'subscription',
    id: newId('subscription'),
    customerId,
    memberId,
    createdAt: room.at,
    status: 'incomplete',
    plan,
    scheduledPlan: null,
    pendingPlan: null,
    anchorDay,
    periodStart: room.at,
    periodEnd: nextMonth(room.at, anchorDay),
    cancelAtPeriodEnd: false,
    endedAt: null,
    latestInvoiceId: null,
  });
  const { periodStart, periodEnd } = begun;
  const { payment, subscription } = await openInvoice(room, begun, {
    reason: 'first',
    amountCents: room.prices[plan],
    title: planTitle(plan),
    periodStart,
    periodEnd,
    expiresAt: null,
  });
  await record(room, 'customer.subscription.created', { id: subscription.id });
  return { subscription, payment };
}

export const planTitle = (plan: PaidPlan) => (plan === 'vip' ? 'VIP Elite, monthly' : 'Premium, monthly');

/** Marks a payment as paid: the sale is done, or the invoice is paid and its plan begins or continues. */
export async function paid(room: Room, payment: PaymentPaper): Promise<PaymentPaper> {
  const done = await succeed(room, payment);
  const invoice = done.invoiceId ? await find(room.db, 'invoice', done.invoiceId) : null;
  if (!invoice) return done;
  await file(room.db, {
    ...invoice,
    status: 'paid',
    attempts: invoice.attempts + 1,
    nextAttemptAt: null,
    paidAt: room.at,
  });
  await record(room, 'invoice.paid', { id: invoice.id });
  await saveCard(room, invoice.customerId, 'good');
  const subscription = await subscriptionOf(room, invoice.subscriptionId);
  if (invoice.reason === 'change' && subscription.pendingPlan) {
    await record(room, 'customer.subscription.pending_update_applied', { id: subscription.id });
    const { pendingPlan } = subscription;
    await updated(room, { ...subscription, plan: pendingPlan, pendingPlan: null, scheduledPlan: null });
  } else {
    await updated(room, { ...subscription, status: 'active' });
  }
  return done;
}

/** Marks a payment as declined, and its invoice as failed. */
export async function refused(room: Room, payment: PaymentPaper): Promise<PaymentPaper> {
  const declined = await decline(room, payment, declineMessage);
  const invoice = payment.invoiceId ? await find(room.db, 'invoice', payment.invoiceId) : null;
  if (!invoice) return declined;
  await file(room.db, { ...invoice, attempts: invoice.attempts + 1 });
  await record(room, 'invoice.payment_failed', { id: invoice.id });
  return declined;
}

/** Charges the saved card for a renewal. A failure schedules the next try; the last failure ends the plan. */
export async function chargeRenewal(room: Room, invoice: InvoicePaper, payment: PaymentPaper): Promise<void> {
  if (await savedCardPays(room, invoice.customerId)) {
    await paid(room, payment);
    return;
  }
  const declined = await refused(room, payment);
  const subscription = await subscriptionOf(room, invoice.subscriptionId);
  const waitDays = retryDays[invoice.attempts];
  const after = { ...invoice, attempts: invoice.attempts + 1 };
  if (waitDays === undefined) {
    await file(room.db, { ...after, status: 'uncollectible', nextAttemptAt: null });
    await cancel(room, declined);
    await end(room, subscription);
    return;
  }
  await file(room.db, { ...after, nextAttemptAt: invoice.createdAt + waitDays * dayMs });
  await updated(room, { ...subscription, status: 'past_due' });
}

export async function voidInvoice(room: Room, invoice: InvoicePaper): Promise<void> {
  await file(room.db, { ...invoice, status: 'void', nextAttemptAt: null });
  const payment = await find(room.db, 'payment', invoice.paymentId);
  if (payment) await cancel(room, payment);
}

export async function openInvoiceOf(
  room: Room,
  subscription: SubscriptionPaper,
): Promise<InvoicePaper | null> {
  const id = subscription.latestInvoiceId;
  const invoice = id ? await find(room.db, 'invoice', id) : null;
  return invoice?.status === 'open' ? invoice : null;
}

export async function end(room: Room, subscription: SubscriptionPaper): Promise<void> {
  const invoice = await openInvoiceOf(room, subscription);
  if (invoice) await voidInvoice(room, invoice);
  await file(room.db, {
    ...subscription,
    status: 'canceled',
    endedAt: room.at,
    scheduledPlan: null,
    pendingPlan: null,
  });
  await record(room, 'customer.subscription.deleted', { id: subscription.id });
}

export const changeExpiry = (room: Room, subscription: SubscriptionPaper) =>
  Math.min(room.at + unpaidLifeMs, subscription.periodEnd);
