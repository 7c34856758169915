import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';
import { smallestCents } from './billing.server.ts';
import { cancelIntent, refund } from './charges.server.ts';
import { listEvents } from './events.sql.server.ts';
import { branch, metadata, type Params, text, whole } from './form.server.ts';
import { customerObject, portalSessionObject } from './objects/customer.server.ts';
import { intentObject } from './objects/payments.server.ts';
import type { Route } from './route.ts';
import { add, all, find, get, list, newId, note, priceOf, type State } from './state.server.ts';

/** Customers, payments, refunds, disputes, events, prices and the portal (https://docs.stripe.com/api). */
export const paymentRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/customers$/,
    params: 'CustomerCreateParams',
    answer: 'Customer',
    handle: (state, _id, params) =>
      add(
        state,
        customerObject({
          created: state.now,
          email: text(params, 'email'),
          name: text(params, 'name'),
          metadata: metadata(params),
        }),
      ),
  },
  {
    verb: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    params: 'CustomerUpdateParams',
    answer: 'Customer',
    handle(state, id, params) {
      const customer = get(state, 'customer', id);
      customer.email = text(params, 'email') ?? customer.email;
      customer.name = text(params, 'name') ?? customer.name ?? null;
      return customer;
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/payment_intents$/,
    params: 'PaymentIntentCreateParams',
    answer: 'PaymentIntent',
    handle(state, _id, params) {
      const amount = whole(params, 'amount') ?? 0;
      if (amount < smallestCents || !Number.isSafeInteger(amount)) {
        const details = { code: 'amount_too_small', param: 'amount' };
        throw new ApiError(400, 'Amount must be at least $0.50 usd', details);
      }
      if (text(branch(params, 'automatic_payment_methods'), 'enabled') !== 'true') {
        const param = 'automatic_payment_methods';
        throw new ApiError(400, 'The sandbox has automatic payment methods only', { param });
      }
      const customer = mustCustomer(state, params).id;
      const description = text(params, 'description');
      const created = state.now;
      return add(state, intentObject({ amount, created, customer, description, metadata: metadata(params) }));
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    params: 'PaymentIntentRetrieveParams',
    answer: 'PaymentIntent',
    handle: (state, id) => get(state, 'payment_intent', id),
  },
  {
    verb: 'GET',
    path: /^\/v1\/payment_intents$/,
    params: 'PaymentIntentListParams',
    answer: 'PaymentIntent',
    list: true,
    handle: (state) => list(all(state, 'payment_intent'), '/v1/payment_intents'),
  },
  {
    verb: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    params: 'PaymentIntentCancelParams',
    answer: 'PaymentIntent',
    handle(state, id) {
      const intent = get(state, 'payment_intent', id);
      if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
        throw new ApiError(400, `You cannot cancel a PaymentIntent that is ${intent.status}.`, {
          code: 'payment_intent_unexpected_state',
        });
      }
      cancelIntent(state, intent);
      return intent;
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/refunds$/,
    params: 'RefundCreateParams',
    answer: 'Refund',
    handle: (state, _id, params) =>
      refund(state, text(params, 'payment_intent') ?? '', whole(params, 'amount')),
  },
  {
    verb: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    params: 'RefundRetrieveParams',
    answer: 'Refund',
    handle: (state, id) => get(state, 'refund', id),
  },
  {
    verb: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    params: 'DisputeRetrieveParams',
    answer: 'Dispute',
    handle: (state, id) => get(state, 'dispute', id),
  },
  {
    verb: 'GET',
    path: /^\/v1\/prices\/(\w+)$/,
    params: 'PriceRetrieveParams',
    answer: 'Price',
    handle(state, id) {
      if (state.settings.prices.has(id)) return priceOf(state, id);
      throw new ApiError(404, `No such price: '${id}'`, { code: 'resource_missing', param: 'price' });
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/events$/,
    params: 'EventListParams',
    answer: 'Event',
    list: true,
    handle: (_state, _id, params, db) => listEvents(db, params),
  },
  {
    verb: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    params: 'BillingPortalSessionCreateParams',
    answer: 'BillingPortalSession',
    handle(state, _id, params) {
      const id = newId('bps');
      const customer = mustCustomer(state, params).id;
      const return_url = text(params, 'return_url');
      const url = state.settings.pageUrl(id);
      note(state, id, { isOver: false });
      return add(state, portalSessionObject({ id, created: state.now, customer, return_url, url }));
    },
  },
];

/** @throws ApiError without a customer that is known */
export function mustCustomer(state: State, params: Params): Stripe.Customer {
  const id = text(params, 'customer') ?? '';
  const customer = find(state, 'customer', id);
  if (!customer) {
    throw new ApiError(400, `No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' });
  }
  return customer;
}
