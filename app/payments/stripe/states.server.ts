import type Stripe from 'stripe';
import type { PaidPlan } from '../../domain/plan-prices.ts';
import { idOf } from '../events.ts';
import type {
  CheckoutState,
  DisputeState,
  DisputeStatus,
  InvoiceReason,
  InvoiceState,
  InvoiceStatus,
  PaymentState,
  PaymentStatus,
  PurchaseMarks,
  RefundState,
  RefundStatus,
  SubscriptionState,
  SubscriptionStatus,
} from '../payment-states.ts';

export interface PriceIds extends Record<PaidPlan, string> {
  /** Earlier prices: older subscriptions keep them, and with them the plan. */
  earlier?: ReadonlyMap<string, PaidPlan>;
}

const paymentWords: Record<string, PaymentStatus> = {
  requires_payment_method: 'needs_payment',
  requires_confirmation: 'needs_payment',
  requires_action: 'needs_action',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'succeeded',
  canceled: 'canceled',
};
const disputeWords: Record<string, DisputeStatus> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'under_appeal',
  appeal_under_review: 'under_appeal',
  prevented: 'prevented',
  won: 'won',
  lost: 'lost',
};
const reasonWords: Record<string, InvoiceReason> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
};
const subscriptionStatuses: SubscriptionStatus[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
];
const invoiceStatuses: InvoiceStatus[] = ['draft', 'open', 'paid', 'void', 'uncollectible'];
const checkoutStatuses: CheckoutState['status'][] = ['open', 'complete', 'expired'];
const refundWords: Record<string, RefundStatus> = {
  pending: 'pending',
  requires_action: 'needs_action',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

// The SDK's types allow any string as a status, so each is looked up.
const oneOf = <Word extends string>(words: Word[], value: string | null) =>
  words.find((word) => word === value) ?? 'unknown';
const wordFor = <Word extends string>(words: Record<string, Word>, value: string | null) =>
  value !== null && Object.hasOwn(words, value) ? words[value]! : 'unknown';
const date = (seconds: number) => new Date(seconds * 1000);
const dateOrNull = (seconds: number | null | undefined) => (seconds ? date(seconds) : null);
const expanded = <Thing extends object>(reference: string | Thing | null | undefined) =>
  typeof reference === 'object' ? reference : null;

export const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

export const marksToMetadata = (marks: PurchaseMarks) => ({
  purchase_id: marks.purchaseId,
  content_id: marks.contentId,
  user_id: marks.memberId,
});

const marksOf = (metadata: Stripe.Metadata | null): PurchaseMarks | null =>
  metadata?.purchase_id && metadata.content_id && metadata.user_id
    ? { purchaseId: metadata.purchase_id, contentId: metadata.content_id, memberId: metadata.user_id }
    : null;

/** Needs `latest_charge` expanded for refunds, disputes and the receipt. */
export function paymentState(intent: Stripe.PaymentIntent): PaymentState {
  const charge = expanded(intent.latest_charge);
  return {
    paymentId: intent.id,
    status: wordFor(paymentWords, intent.status),
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    purchase: marksOf(intent.metadata),
    disputed: charge?.disputed ?? false,
    lastError: intent.last_payment_error?.message ?? null,
    receiptUrl: charge?.receipt_url ?? null,
    livemode: intent.livemode,
    createdAt: date(intent.created),
  };
}

export function checkoutState(session: Stripe.Checkout.Session): CheckoutState {
  return {
    sessionId: session.id,
    kind:
      session.mode === 'payment' ? 'purchase' : session.mode === 'subscription' ? 'subscription' : 'unknown',
    status: oneOf(checkoutStatuses, session.status),
    paid: session.payment_status === 'paid',
    url: session.url,
    paymentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customerId: idOf(session.customer),
    memberId: session.metadata?.user_id ?? null,
    purchase: marksOf(session.metadata),
    livemode: session.livemode,
    expiresAt: date(session.expires_at),
  };
}

export function planOf(prices: PriceIds, priceId: string | null): PaidPlan | null {
  if (priceId === prices.premium) return 'premium';
  if (priceId === prices.vip) return 'vip';
  return prices.earlier?.get(priceId ?? '') ?? null;
}

/** Needs `schedule` expanded. Since API 2025 the period is on the item. */
export function subscriptionState(prices: PriceIds, subscription: Stripe.Subscription): SubscriptionState {
  const item = subscription.items.data[0];
  const plan = planOf(prices, item?.price.id ?? null);
  const next = expanded(subscription.schedule)?.phases.at(-1)?.items[0]?.price;
  const scheduled = planOf(prices, idOf(next));
  const pending = subscription.pending_update?.subscription_items?.[0]?.price.id;
  return {
    subscriptionId: subscription.id,
    status: oneOf(subscriptionStatuses, subscription.status),
    plan,
    priceCents: item?.price.unit_amount ?? 0,
    currency: subscription.currency,
    customerId: idOf(subscription.customer) ?? '',
    memberId: subscription.metadata.user_id ?? null,
    periodStart: date(item?.current_period_start ?? subscription.start_date),
    periodEnd: date(item?.current_period_end ?? subscription.start_date),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: dateOrNull(subscription.ended_at),
    scheduledPlan: scheduled === plan ? null : scheduled,
    pendingPlan: planOf(prices, pending ?? null),
    latestInvoiceId: idOf(subscription.latest_invoice),
    livemode: subscription.livemode,
    createdAt: date(subscription.created),
  };
}

/** Needs `payments` expanded. The invoice's own period is the one before; its lines name the paid one. */
export function invoiceState(invoice: Stripe.Invoice): InvoiceState {
  const payments = invoice.payments?.data ?? [];
  const payment =
    payments.find(({ status }) => status === 'paid') ?? payments.find((each) => each.is_default);
  const subscription = invoice.parent?.subscription_details;
  const period = invoice.lines.data
    .map((line) => line.period)
    .sort((a, b) => b.end - a.end || b.start - a.start)[0];
  return {
    invoiceId: invoice.id,
    number: invoice.number,
    status: oneOf(invoiceStatuses, invoice.status),
    reason: reasonWords[invoice.billing_reason ?? ''] ?? 'other',
    amountDueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    currency: invoice.currency,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(subscription?.subscription),
    memberId: subscription?.metadata?.user_id ?? null,
    paymentId: idOf(payment?.payment.payment_intent),
    url: invoice.hosted_invoice_url ?? null,
    attempts: invoice.attempt_count,
    nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
    periodStart: date(period?.start ?? invoice.period_start),
    periodEnd: date(period?.end ?? invoice.period_end),
    livemode: invoice.livemode,
    createdAt: date(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
  };
}

export const refundState = (refund: Stripe.Refund): RefundState => ({
  refundId: refund.id,
  paymentId: idOf(refund.payment_intent),
  status: wordFor(refundWords, refund.status),
  amountCents: refund.amount,
  currency: refund.currency,
  createdAt: date(refund.created),
});

export const disputeState = (dispute: Stripe.Dispute): DisputeState => ({
  disputeId: dispute.id,
  paymentId: idOf(dispute.payment_intent),
  status: wordFor(disputeWords, dispute.status),
  amountCents: dispute.amount,
  currency: dispute.currency,
  createdAt: date(dispute.created),
});
