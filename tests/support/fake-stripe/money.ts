import type Stripe from 'stripe';
import { settleInvoice } from './billing.ts';
import { type Books, get, idIn, newId } from './books.ts';
import { complete } from './check.ts';
import { emit } from './events.ts';
import { chargeObject } from './objects.ts';

const invoiceOf = (books: Books, intent: Stripe.PaymentIntent) =>
  [...books.invoices.values()].find(
    (invoice) => idIn(invoice.payments?.data[0]?.payment.payment_intent) === intent.id,
  );

/** The payer's card goes through. */
export function pay(books: Books, intent: Stripe.PaymentIntent): void {
  const charge = chargeObject(books, intent);
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  emit(books, 'payment_intent.succeeded', intent);
  emit(books, 'charge.succeeded', charge);
  const invoice = invoiceOf(books, intent);
  if (!invoice) return;
  books.cards.set(idIn(invoice.customer), 'good');
  settleInvoice(books, invoice);
}

/** The payer's card is declined; the intent may be tried again. */
export function decline(books: Books, intent: Stripe.PaymentIntent): void {
  const message = 'Your card was declined.';
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message,
  };
  emit(books, 'payment_intent.payment_failed', intent);
  const invoice = invoiceOf(books, intent);
  if (!invoice) return;
  invoice.attempt_count += 1;
  invoice.attempted = true;
  emit(books, 'invoice.payment_failed', invoice);
}

/** The bank asks the payer to confirm. */
export function askConfirmation(books: Books, intent: Stripe.PaymentIntent): void {
  intent.status = 'requires_action';
  emit(books, 'payment_intent.requires_action', intent);
  const invoice = invoiceOf(books, intent);
  if (invoice) emit(books, 'invoice.payment_action_required', invoice);
}

/** The bank has the payment and takes days for it. */
export function startProcessing(books: Books, intent: Stripe.PaymentIntent): void {
  intent.status = 'processing';
  emit(books, 'payment_intent.processing', intent);
}

export function cancelIntent(books: Books, intent: Stripe.PaymentIntent): void {
  if (['canceled', 'succeeded', 'processing'].includes(intent.status)) return;
  intent.status = 'canceled';
  intent.canceled_at = books.now();
  emit(books, 'payment_intent.canceled', intent);
}

/** Charges the saved card of the customer; true when it paid. */
export function chargeSavedCard(books: Books, intent: Stripe.PaymentIntent): boolean {
  const good = books.cards.get(idIn(intent.customer)) === 'good';
  if (good && books.declines === 0) {
    pay(books, intent);
    return true;
  }
  if (good) books.declines -= 1;
  decline(books, intent);
  return false;
}

export function openDispute(books: Books, intentId: string): string {
  const intent = get(books.intents, intentId, 'payment_intent');
  const charge = get(books.charges, idIn(intent.latest_charge), 'charge');
  charge.disputed = true;
  const evidence = Object.fromEntries(evidenceFields.map((field) => [field, null]));
  const dispute = complete('Dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: books.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...evidence, enhanced_evidence: {} } as Stripe.Dispute['evidence'],
    evidence_details: {
      due_by: books.now() + 14 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  books.disputes.set(dispute.id, dispute);
  emit(books, 'charge.dispute.created', dispute);
  return dispute.id;
}

const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
];

export function closeDispute(books: Books, disputeId: string, status: 'won' | 'lost'): void {
  const dispute = get(books.disputes, disputeId, 'dispute');
  dispute.status = status;
  emit(books, 'charge.dispute.closed', dispute);
}
