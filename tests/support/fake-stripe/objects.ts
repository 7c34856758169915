import type Stripe from 'stripe';
import { type Books, get, idIn, newId } from './books.ts';
import { complete } from './check.ts';

/** Stripe's objects as the API answers them; what may be null and is not said here is null. */

export const list = <Thing>(data: Thing[], url: string): Stripe.ApiList<Thing> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

export const priceObject = (id: string, unitAmount: number, created: number) =>
  complete('Price', {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'usd',
    livemode: false,
    metadata: {},
    product: `prod_${id}`,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    type: 'recurring',
    unit_amount: unitAmount,
  });

const planObject = (price: Stripe.Price) =>
  complete('Plan', {
    id: price.id,
    object: 'plan',
    active: true,
    amount: price.unit_amount,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: 'usd',
    interval: 'month',
    interval_count: 1,
    livemode: false,
    usage_type: 'licensed',
  });

export function intentObject(
  books: Books,
  given: Pick<Stripe.PaymentIntent, 'amount' | 'customer' | 'description' | 'metadata'>,
): Stripe.PaymentIntent {
  const id = newId('pi');
  const intent = complete('PaymentIntent', {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: books.now(),
    currency: 'usd',
    livemode: false,
    payment_method_types: ['card', 'link'],
    status: 'requires_payment_method',
    ...given,
  });
  books.intents.set(id, intent);
  return intent;
}

export function chargeObject(books: Books, intent: Stripe.PaymentIntent): Stripe.Charge {
  const id = newId('ch');
  const charge = complete('Charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: true,
    created: books.now(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    livemode: false,
    metadata: {},
    paid: true,
    payment_intent: intent.id,
    receipt_url: `https://pay.stripe.test/receipts/${id}`,
    refunded: false,
    status: 'succeeded',
  });
  books.charges.set(id, charge);
  return charge;
}

export const itemObject = (
  books: Books,
  given: { subscription: string; price: Stripe.Price; start: number; end: number },
) =>
  complete('SubscriptionItem', {
    id: newId('si'),
    object: 'subscription_item',
    created: books.now(),
    current_period_start: given.start,
    current_period_end: given.end,
    discounts: [],
    metadata: {},
    plan: planObject(given.price),
    price: given.price,
    quantity: 1,
    subscription: given.subscription,
    tax_rates: [],
  });

export const repriced = (item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem => ({
  ...item,
  price,
  plan: planObject(price),
});

interface InvoiceGiven {
  subscription: Stripe.Subscription;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: { amount: number; price: Stripe.Price; start: number; end: number }[];
}

/** An invoice with its lines; `intent` is null for a preview. */
export function invoiceObject(books: Books, given: InvoiceGiven, intent: Stripe.PaymentIntent | null) {
  const { subscription, lines, reason } = given;
  const id = intent ? newId('in') : newId('upcoming_in');
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const common = { currency: 'usd', livemode: false, created: books.now() } as const;
  const payment = complete('InvoicePayment', {
    ...common,
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_requested: total,
    invoice: id,
    is_default: true,
    payment: { type: 'payment_intent', ...(intent && { payment_intent: intent.id }) },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  const lineObjects = lines.map((line) =>
    complete('InvoiceLineItem', {
      id: newId('il'),
      object: 'line_item',
      amount: line.amount,
      currency: 'usd',
      description: line.price.id,
      discountable: true,
      discounts: [],
      livemode: false,
      metadata: {},
      period: { start: line.start, end: line.end },
      subtotal: line.amount,
      subscription: subscription.id,
    }),
  );
  const invoice = complete('Invoice', {
    ...common,
    id,
    object: 'invoice',
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    customer: idIn(subscription.customer),
    default_tax_rates: [],
    discounts: [],
    hosted_invoice_url: intent && `https://invoice.stripe.test/${id}`,
    issuer: { type: 'self' },
    lines: list(lineObjects, `/v1/invoices/${id}/lines`),
    metadata: {},
    number: intent && id.slice(-8).toUpperCase(),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // The invoice's own period is the one before, as at Stripe.
    period_start: books.now(),
    period_end: books.now(),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: intent ? 'open' : 'draft',
    status_transitions: {
      finalized_at: books.now(),
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    total,
  });
  if (!intent) return invoice;
  invoice.payments = list([payment], '/v1/invoice_payments');
  invoice.confirmation_secret = { client_secret: intent.client_secret!, type: 'payment_intent' };
  books.invoices.set(id, invoice);
  return invoice;
}

export const priceOf = (books: Books, id: string) => get(books.prices, id, 'price');
