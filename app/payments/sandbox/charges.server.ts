import { PaymentRefused } from '../payment-errors.ts';
import type { PurchaseMarks } from '../payment-states.ts';
import { record } from './events.server.ts';
import { consumeFault } from './faults.server.ts';
import { file, find, newId, newSecret, type PaymentPaper, type RefundPaper } from './papers.server.ts';
import type { Room } from './room.server.ts';

export const declineMessage = 'Your card was declined.';
/** Stripe's minimum charge in US dollars. A smaller difference between plans is not charged. */
export const smallestCents = 50;

interface NewPayment {
  customerId: string;
  title: string;
  amountCents: number;
  purchase?: PurchaseMarks;
  invoiceId?: string;
}

/** @throws PaymentRefused for an unknown customer or an invalid amount */
export async function openPayment(room: Room, wanted: NewPayment): Promise<PaymentPaper> {
  if (!(await find(room.db, 'customer', wanted.customerId))) {
    throw new PaymentRefused(`No such customer: ${wanted.customerId}`, 'resource_missing');
  }
  if (!Number.isSafeInteger(wanted.amountCents) || wanted.amountCents < smallestCents) {
    throw new PaymentRefused(`An amount is at least ${smallestCents} cents`, 'amount_too_small');
  }
  const id = newId('payment');
  return file(room.db, {
    kind: 'payment',
    id,
    customerId: wanted.customerId,
    createdAt: room.at,
    status: 'needs_payment',
    amountCents: wanted.amountCents,
    clientSecret: newSecret(id),
    title: wanted.title,
    purchase: wanted.purchase ?? null,
    invoiceId: wanted.invoiceId ?? null,
    refundedCents: 0,
    disputed: false,
    lastError: null,
  });
}

export async function succeed(room: Room, payment: PaymentPaper): Promise<PaymentPaper> {
  const paid = await file(room.db, { ...payment, status: 'succeeded', lastError: null });
  await record(room, 'payment_intent.succeeded', { id: paid.id });
  return paid;
}

export async function decline(room: Room, payment: PaymentPaper, message: string): Promise<PaymentPaper> {
  const failed = await file(room.db, { ...payment, status: 'needs_payment', lastError: message });
  await record(room, 'payment_intent.payment_failed', { id: failed.id });
  return failed;
}

export async function cancel(room: Room, payment: PaymentPaper): Promise<PaymentPaper> {
  if (payment.status === 'succeeded' || payment.status === 'canceled') return payment;
  const ended = await file(room.db, { ...payment, status: 'canceled' });
  await record(room, 'payment_intent.canceled', { id: ended.id });
  return ended;
}

export async function savedCardPays(room: Room, customerId: string): Promise<boolean> {
  const customer = await find(room.db, 'customer', customerId);
  if (customer?.card !== 'good') return false;
  return (await consumeFault(room.db, 'decline')) === null;
}

export async function saveCard(room: Room, customerId: string, card: 'good' | 'failing'): Promise<void> {
  const customer = await find(room.db, 'customer', customerId);
  if (!customer) throw new PaymentRefused(`No such customer: ${customerId}`, 'resource_missing');
  await file(room.db, { ...customer, card });
}

/** @throws PaymentRefused when nothing is left to refund */
export async function refund(room: Room, paymentId: string, amountCents?: number): Promise<RefundPaper> {
  const payment = await find(room.db, 'payment', paymentId);
  if (!payment) throw new PaymentRefused(`No such payment: ${paymentId}`, 'resource_missing');
  if (payment.status !== 'succeeded') {
    throw new PaymentRefused('This payment has no successful charge', 'payment_intent_unexpected_state');
  }
  const left = payment.amountCents - payment.refundedCents;
  if (left === 0) throw new PaymentRefused('This payment is refunded already', 'charge_already_refunded');
  const amount = amountCents ?? left;
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw new PaymentRefused(`A refund is between 1 and ${left} cents`, 'parameter_invalid_integer');
  }
  const paper = await file(room.db, {
    kind: 'refund',
    id: newId('refund'),
    customerId: payment.customerId,
    createdAt: room.at,
    status: 'succeeded',
    paymentId,
    amountCents: amount,
  });
  await file(room.db, { ...payment, refundedCents: payment.refundedCents + amount });
  await record(room, 'refund.created', { id: paper.id });
  await record(room, 'charge.refunded', { id: paymentId.replace('pi_', 'ch_'), payment_intent: paymentId });
  return paper;
}

export async function failRefund(room: Room, refundId: string): Promise<void> {
  const paper = await find(room.db, 'refund', refundId);
  const payment = paper && (await find(room.db, 'payment', paper.paymentId));
  if (!payment || paper.status === 'failed') throw new PaymentRefused(`No such refund: ${refundId}`);
  await file(room.db, { ...paper, status: 'failed' });
  await file(room.db, { ...payment, refundedCents: payment.refundedCents - paper.amountCents });
  await record(room, 'refund.failed', { id: refundId });
}

export async function openDispute(room: Room, paymentId: string): Promise<string> {
  const payment = await find(room.db, 'payment', paymentId);
  if (payment?.status !== 'succeeded') throw new PaymentRefused(`Payment ${paymentId} was never made`);
  await file(room.db, { ...payment, disputed: true });
  const dispute = await file(room.db, {
    kind: 'dispute',
    id: newId('dispute'),
    customerId: payment.customerId,
    createdAt: room.at,
    status: 'open',
    paymentId,
    amountCents: payment.amountCents,
  });
  await record(room, 'charge.dispute.created', { id: dispute.id });
  return dispute.id;
}

export async function closeDispute(room: Room, disputeId: string, status: 'won' | 'lost'): Promise<void> {
  const dispute = await find(room.db, 'dispute', disputeId);
  if (!dispute) throw new PaymentRefused(`No such dispute: ${disputeId}`);
  await file(room.db, { ...dispute, status });
  await record(room, 'charge.dispute.closed', { id: disputeId });
}
