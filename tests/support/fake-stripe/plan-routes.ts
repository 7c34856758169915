import type Stripe from 'stripe';
import {
  addMonth,
  endSubscription,
  firstItem,
  knownPrice,
  openInvoice,
  pendingExpiry,
  prorationLines,
  voidInvoice,
} from './billing.ts';
import { type Books, branches, Fault, get, idIn, metadata, newId, type Route, text, whole } from './books.ts';
import { complete } from './check.ts';
import { emit } from './events.ts';
import type { Params } from './form.ts';
import { chargeSavedCard } from './money.ts';
import { itemObject, list, repriced } from './objects.ts';
import { mustCustomer } from './payment-routes.ts';

/** What an update may carry beside `payment_behavior=pending_if_incomplete`. */
const pendingParams = new Set([
  'items',
  'expand',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'billing_cycle_anchor',
  'trial_end',
  'trial_from_plan',
  'add_invoice_items',
  'discounts',
  'metadata',
  'off_session',
]);

export function createSubscription(
  books: Books,
  given: { customer: string; price: Stripe.Price; metadata: Stripe.Metadata },
) {
  const id = newId('sub');
  const start = books.now();
  const end = addMonth(start, start);
  const subscription = complete('Subscription', {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false,
    collection_method: 'charge_automatically',
    created: start,
    currency: 'usd',
    customer: given.customer,
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: list(
      [itemObject(books, { subscription: id, price: given.price, start, end })],
      '/v1/subscription_items',
    ),
    livemode: false,
    metadata: given.metadata,
    start_date: start,
    status: 'incomplete',
  });
  books.subscriptions.set(id, subscription);
  const amount = given.price.unit_amount ?? 0;
  const { intent } = openInvoice(books, subscription, 'subscription_create', [
    { amount, price: given.price, start, end },
  ]);
  emit(books, 'customer.subscription.created', subscription);
  return { subscription, intent };
}

export const wantedPrice = (books: Books, params: Params) => {
  const price = text(branches(params, 'items')[0] ?? {}, 'price');
  return price === null ? null : knownPrice(books, price);
};

function updateSubscription(books: Books, id: string, params: Params): Stripe.Subscription {
  const subscription = get(books.subscriptions, id, 'subscription');
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    throw new Fault(400, 'A canceled subscription can only update its cancellation_details', {
      code: 'invalid_canceled_subscription_fields',
    });
  }
  if (subscription.schedule && (params.items || params.cancel_at_period_end !== undefined)) {
    throw new Fault(400, `The subscription is managed by the schedule ${idIn(subscription.schedule)}`);
  }
  const cancel = text(params, 'cancel_at_period_end');
  if (cancel !== null) {
    subscription.cancel_at_period_end = cancel === 'true';
    subscription.cancel_at = cancel === 'true' ? firstItem(subscription).current_period_end : null;
    subscription.canceled_at = cancel === 'true' ? books.now() : null;
  }
  const price = wantedPrice(books, params);
  if (price && price.id !== firstItem(subscription).price.id) reprice(books, subscription, price, params);
  emit(books, 'customer.subscription.updated', subscription);
  return subscription;
}

function reprice(books: Books, subscription: Stripe.Subscription, price: Stripe.Price, params: Params): void {
  const item = firstItem(subscription);
  if (text(branches(params, 'items')[0] ?? {}, 'id') !== item.id) {
    throw new Fault(400, 'Without its item id the price would be added, not changed', {
      param: 'items[0][id]',
    });
  }
  if (
    text(params, 'payment_behavior') !== 'pending_if_incomplete' ||
    text(params, 'proration_behavior') !== 'always_invoice'
  ) {
    throw new Fault(400, 'The fake serves pending, invoiced changes only', { param: 'payment_behavior' });
  }
  const stray = Object.keys(params).find((name) => !pendingParams.has(name));
  if (stray) throw new Fault(400, `${stray} cannot be updated with pending_if_incomplete`, { param: stray });
  const at = whole(params, 'proration_date') ?? books.now();
  const before = books.invoices.get(idIn(subscription.latest_invoice));
  if (subscription.pending_update && before?.status === 'open') voidInvoice(books, before);
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: [],
    expires_at: pendingExpiry(books, subscription),
    metadata: null,
    subscription_items: [repriced(item, price)],
    trial_end: null,
    trial_from_plan: null,
  };
  const lines = prorationLines(subscription, price, at);
  chargeSavedCard(books, openInvoice(books, subscription, 'subscription_update', lines).intent);
}

export const planRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/subscriptions$/,
    params: 'SubscriptionCreateParams',
    answer: 'Subscription',
    act(books, _id, params) {
      const customer = mustCustomer(books, params);
      if (text(params, 'payment_behavior') !== 'default_incomplete') {
        throw new Fault(400, 'The customer has no default payment method', { param: 'payment_behavior' });
      }
      const price = wantedPrice(books, params);
      if (!price) throw new Fault(400, 'items is missing', { param: 'items' });
      return createSubscription(books, { customer, price, metadata: metadata(params) }).subscription;
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: 'SubscriptionRetrieveParams',
    answer: 'Subscription',
    act: (books, id) => get(books.subscriptions, id, 'subscription'),
  },
  {
    verb: 'GET',
    path: /^\/v1\/subscriptions$/,
    params: 'SubscriptionListParams',
    answer: 'Subscription',
    list: true,
    act(books, _id, params) {
      const all = text(params, 'status') === 'all';
      const own = [...books.subscriptions.values()]
        .filter(({ customer }) => idIn(customer) === text(params, 'customer'))
        .filter(({ status }) => all || status !== 'canceled');
      return list(own.reverse(), '/v1/subscriptions');
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: 'SubscriptionUpdateParams',
    answer: 'Subscription',
    act: updateSubscription,
  },
  {
    verb: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: 'SubscriptionCancelParams',
    answer: 'Subscription',
    act(books, id) {
      const subscription = get(books.subscriptions, id, 'subscription');
      if (subscription.status === 'canceled')
        throw new Fault(404, 'No such subscription', { code: 'resource_missing' });
      endSubscription(books, subscription);
      return subscription;
    },
  },
];
