import type Stripe from 'stripe';
import { addMonth } from '../periods.server.ts';
import { list, newId } from '../state.server.ts';
import { itemObject } from './prices.server.ts';

/** A monthly subscription of one price whose first invoice is not paid yet. */
export function subscriptionObject(given: {
  created: number;
  customer: string;
  price: Stripe.Price;
  metadata: Stripe.Metadata;
}): Stripe.Subscription {
  const id = newId('sub');
  const { created, customer, price, metadata } = given;
  const period = { start: created, end: addMonth(created, created), created };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: null,
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: list([itemObject({ subscription: id, price, ...period })], '/v1/subscription_items'),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

export const pendingUpdate = (
  item: Stripe.SubscriptionItem,
  expires_at: number,
): Stripe.Subscription.PendingUpdate => ({
  billing_cycle_anchor: null,
  cancel_at_period_end: null,
  discount: null,
  discounts: [],
  expires_at,
  metadata: null,
  subscription_items: [item],
  trial_end: null,
  trial_from_plan: null,
});
