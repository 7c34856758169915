import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';
import { settleInvoice } from './billing.server.ts';
import { emit } from './emit.server.ts';
import { disputeObject } from './objects/dispute.server.ts';
import { chargeObject, refundObject } from './objects/payments.server.ts';
import { add, all, find, get, idIn, note, type State } from './state.server.ts';

export const declineMessage = 'Your card was declined.';

export const invoiceOf = (state: State, intent: Stripe.PaymentIntent) =>
  all(state, 'invoice').find(({ payments }) => idIn(payments?.data[0]?.payment.payment_intent) === intent.id);

/** A payment page whose payer has gone while the bank works (https://docs.stripe.com/checkout/fulfillment). */
const waitingSession = (state: State, intent: Stripe.PaymentIntent) =>
  all(state, 'checkout.session').find(
    (session) =>
      session.status === 'complete' &&
      session.payment_status === 'unpaid' &&
      (idIn(session.payment_intent) === intent.id ||
        (session.invoice !== null && idIn(session.invoice) === invoiceOf(state, intent)?.id)),
  );

/** The payer's card goes through. */
export function pay(state: State, intent: Stripe.PaymentIntent): void {
  const charge = add(state, chargeObject(intent, state.now));
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  emit(state, 'payment_intent.succeeded', intent);
  emit(state, 'charge.succeeded', charge);
  const session = waitingSession(state, intent);
  if (session) {
    session.payment_status = 'paid';
    emit(state, 'checkout.session.async_payment_succeeded', session);
  }
  const invoice = invoiceOf(state, intent);
  if (!invoice) return;
  note(state, idIn(invoice.customer), { card: 'good' });
  settleInvoice(state, invoice);
}

/** The payer's card is declined. The payment may be tried again. */
export function decline(state: State, intent: Stripe.PaymentIntent): void {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: declineMessage,
  };
  emit(state, 'payment_intent.payment_failed', intent);
  const session = waitingSession(state, intent);
  if (session) emit(state, 'checkout.session.async_payment_failed', session);
  const invoice = invoiceOf(state, intent);
  if (!invoice) return;
  invoice.attempt_count += 1;
  invoice.attempted = true;
  emit(state, 'invoice.payment_failed', invoice);
}

/** The payer's bank asks them to confirm (https://docs.stripe.com/payments/paymentintents/lifecycle). */
export function askConfirmation(state: State, intent: Stripe.PaymentIntent): void {
  intent.status = 'requires_action';
  intent.last_payment_error = null;
  emit(state, 'payment_intent.requires_action', intent);
  const invoice = invoiceOf(state, intent);
  if (invoice) emit(state, 'invoice.payment_action_required', invoice);
}

/** The payer's bank takes days for the payment. */
export function startProcessing(state: State, intent: Stripe.PaymentIntent): void {
  intent.status = 'processing';
  emit(state, 'payment_intent.processing', intent);
}

export function cancelIntent(state: State, intent: Stripe.PaymentIntent): void {
  if (['canceled', 'succeeded', 'processing'].includes(intent.status)) return;
  intent.status = 'canceled';
  intent.canceled_at = state.now;
  emit(state, 'payment_intent.canceled', intent);
}

/** Charges the customer's saved card. True when it paid. */
export function chargeSavedCard(state: State, intent: Stripe.PaymentIntent): boolean {
  const isGood = state.notes.get(idIn(intent.customer))?.card === 'good';
  if (isGood && state.declines === 0) {
    pay(state, intent);
    return true;
  }
  if (isGood) state.declines -= 1;
  decline(state, intent);
  return false;
}

/** Gives money back, all that is left without an amount (https://docs.stripe.com/api/refunds/create). */
export function refund(state: State, intentId: string, wanted: number | null): Stripe.Refund {
  const intent = get(state, 'payment_intent', intentId);
  const charge = find(state, 'charge', idIn(intent.latest_charge));
  if (!charge) {
    throw new ApiError(400, 'This payment has no successful charge to refund.', { param: 'payment_intent' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = wanted ?? left;
  if (!Number.isInteger(amount) || amount < 1 || amount > left) {
    throw new ApiError(400, `Refund amount is not between 1 and the ${left} cents left`, { param: 'amount' });
  }
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const made = add(state, refundObject(charge, { amount, created: state.now }));
  emit(state, 'refund.created', made);
  emit(state, 'charge.refunded', charge);
  return made;
}

/** The payer's bank does not take a refund: the money comes back (https://docs.stripe.com/refunds#failed-refunds). */
export function failRefund(state: State, id: string): void {
  const failed = get(state, 'refund', id);
  if (failed.status === 'failed') throw new ApiError(400, `Refund ${id} has failed already`);
  failed.status = 'failed';
  const charge = get(state, 'charge', idIn(failed.charge));
  charge.amount_refunded -= failed.amount;
  charge.refunded = false;
  emit(state, 'refund.failed', failed);
}

/** The payer asks their bank for the money back (https://docs.stripe.com/disputes/how-disputes-work). */
export function openDispute(state: State, intentId: string): string {
  const intent = get(state, 'payment_intent', intentId);
  const charge = get(state, 'charge', idIn(intent.latest_charge));
  charge.disputed = true;
  const dispute = add(state, disputeObject(charge, state.now));
  emit(state, 'charge.dispute.created', dispute);
  return dispute.id;
}

/** The payer's bank decides. */
export function closeDispute(state: State, id: string, outcome: 'won' | 'lost'): void {
  const dispute = get(state, 'dispute', id);
  dispute.status = outcome;
  emit(state, 'charge.dispute.closed', dispute);
}
