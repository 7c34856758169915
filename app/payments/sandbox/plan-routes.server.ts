import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';
import {
  endSubscription,
  firstItem,
  isOver,
  openInvoice,
  pendingExpiry,
  prorationLines,
  voidInvoice,
} from './billing.server.ts';
import { chargeSavedCard } from './charges.server.ts';
import { emit } from './emit.server.ts';
import { branches, metadata, type Params, text, whole } from './form.server.ts';
import { repriced } from './objects/prices.server.ts';
import { pendingUpdate, subscriptionObject } from './objects/subscription.server.ts';
import { mustCustomer } from './payment-routes.server.ts';
import type { Route } from './route.ts';
import { add, all, find, get, idIn, list, priceOf, type State } from './state.server.ts';

/** What an update may carry beside `payment_behavior=pending_if_incomplete`
 *  (https://docs.stripe.com/billing/subscriptions/pending-updates-reference). */
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
]);

/** Begins a subscription whose first invoice is waiting for its payment. */
export function createSubscription(
  state: State,
  given: { customer: string; price: Stripe.Price; metadata: Stripe.Metadata },
) {
  const subscription = add(state, subscriptionObject({ ...given, created: state.now }));
  const { current_period_start: start, current_period_end: end } = firstItem(subscription);
  const { price } = given;
  const lines = [{ amount: price.unit_amount ?? 0, price, start, end }];
  const { intent } = openInvoice(state, subscription, 'subscription_create', lines);
  emit(state, 'customer.subscription.created', subscription);
  return { subscription, intent };
}

export const wantedPrice = (state: State, params: Params) => {
  const price = text(branches(params, 'items')[0] ?? {}, 'price');
  return price === null ? null : priceOf(state, price);
};

function updateSubscription(state: State, id: string, params: Params): Stripe.Subscription {
  const subscription = get(state, 'subscription', id);
  if (isOver(subscription)) {
    throw new ApiError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (subscription.schedule && (params.items || params.cancel_at_period_end !== undefined)) {
    const schedule = idIn(subscription.schedule);
    throw new ApiError(400, `The subscription is managed by the subscription schedule \`${schedule}\`.`);
  }
  const cancel = text(params, 'cancel_at_period_end');
  if (cancel !== null) {
    subscription.cancel_at_period_end = cancel === 'true';
    subscription.cancel_at = cancel === 'true' ? firstItem(subscription).current_period_end : null;
    subscription.canceled_at = cancel === 'true' ? state.now : null;
  }
  const price = wantedPrice(state, params);
  if (price && price.id !== firstItem(subscription).price.id) reprice(state, subscription, price, params);
  emit(state, 'customer.subscription.updated', subscription);
  return subscription;
}

/** Invoices a change of price (https://docs.stripe.com/billing/subscriptions/pending-updates). */
function reprice(state: State, subscription: Stripe.Subscription, price: Stripe.Price, params: Params): void {
  const item = firstItem(subscription);
  if (text(branches(params, 'items')[0] ?? {}, 'id') !== item.id) {
    throw new ApiError(400, 'Without its item id the price would be added, not changed', {
      param: 'items[0][id]',
    });
  }
  if (
    text(params, 'payment_behavior') !== 'pending_if_incomplete' ||
    text(params, 'proration_behavior') !== 'always_invoice'
  ) {
    throw new ApiError(400, 'The sandbox has pending, invoiced changes only', { param: 'payment_behavior' });
  }
  const stray = Object.keys(params).find((name) => !pendingParams.has(name));
  if (stray)
    throw new ApiError(400, `${stray} cannot be updated with pending_if_incomplete`, { param: stray });
  const at = whole(params, 'proration_date') ?? state.now;
  const before = find(state, 'invoice', idIn(subscription.latest_invoice));
  if (subscription.pending_update && before?.status === 'open') voidInvoice(state, before);
  const lines = prorationLines(subscription, price, at);
  subscription.pending_update = pendingUpdate(repriced(item, price), pendingExpiry(state, subscription));
  const { intent } = openInvoice(state, subscription, 'subscription_update', lines);
  if (intent) chargeSavedCard(state, intent);
}

/** Subscriptions (https://docs.stripe.com/api/subscriptions). */
export const planRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/subscriptions$/,
    params: 'SubscriptionCreateParams',
    answer: 'Subscription',
    handle(state, _id, params) {
      const customer = mustCustomer(state, params).id;
      if (text(params, 'payment_behavior') !== 'default_incomplete') {
        throw new ApiError(400, 'The customer has no default payment method', { param: 'payment_behavior' });
      }
      const price = wantedPrice(state, params);
      if (!price) throw new ApiError(400, 'items is missing', { param: 'items' });
      return createSubscription(state, { customer, price, metadata: metadata(params) }).subscription;
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: 'SubscriptionRetrieveParams',
    answer: 'Subscription',
    handle: (state, id) => get(state, 'subscription', id),
  },
  {
    verb: 'GET',
    path: /^\/v1\/subscriptions$/,
    params: 'SubscriptionListParams',
    answer: 'Subscription',
    list: true,
    handle(state, _id, params) {
      const isWanted = ({ status }: Stripe.Subscription) =>
        text(params, 'status') === 'all' || status !== 'canceled';
      return list(all(state, 'subscription').filter(isWanted), '/v1/subscriptions');
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: 'SubscriptionUpdateParams',
    answer: 'Subscription',
    handle: updateSubscription,
  },
  {
    verb: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    params: 'SubscriptionCancelParams',
    answer: 'Subscription',
    handle(state, id) {
      const subscription = get(state, 'subscription', id);
      if (isOver(subscription)) {
        throw new ApiError(404, `No such subscription: '${id}'`, { code: 'resource_missing' });
      }
      endSubscription(state, subscription);
      return subscription;
    },
  },
];
