import { type Books, branch, Fault, get, idIn, metadata, newId, type Route, text, whole } from './books.ts';
import { complete } from './check.ts';
import { emit } from './events.ts';
import type { Params } from './form.ts';
import { cancelIntent } from './money.ts';
import { intentObject, list } from './objects.ts';

const smallestAmount = 50;

/** Customers, payments, refunds, disputes, events, prices and the portal. */
export const paymentRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/customers$/,
    params: 'CustomerCreateParams',
    answer: 'Customer',
    act(books, _id, params) {
      const customer = complete('Customer', {
        id: newId('cus'),
        object: 'customer',
        balance: 0,
        created: books.now(),
        email: text(params, 'email'),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: metadata(params),
        name: text(params, 'name'),
      });
      books.customers.set(customer.id, customer);
      return customer;
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/customers\/(\w+)$/,
    params: 'CustomerUpdateParams',
    answer: 'Customer',
    act(books, id, params) {
      const customer = get(books.customers, id, 'customer');
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
    act(books, _id, params) {
      const amount = whole(params, 'amount') ?? 0;
      if (amount < smallestAmount || !Number.isSafeInteger(amount)) {
        throw new Fault(400, 'Amount must be at least $0.50 usd', {
          code: 'amount_too_small',
          param: 'amount',
        });
      }
      if (text(branch(params, 'automatic_payment_methods'), 'enabled') !== 'true') {
        throw new Fault(400, 'The fake serves automatic payment methods only', { param: 'amount' });
      }
      const customer = mustCustomer(books, params);
      const description = text(params, 'description');
      return intentObject(books, { amount, customer, description, metadata: metadata(params) });
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    params: 'PaymentIntentRetrieveParams',
    answer: 'PaymentIntent',
    act: (books, id) => get(books.intents, id, 'payment_intent'),
  },
  {
    verb: 'GET',
    path: /^\/v1\/payment_intents$/,
    params: 'PaymentIntentListParams',
    answer: 'PaymentIntent',
    list: true,
    act(books, _id, params) {
      const customer = text(params, 'customer');
      const own = [...books.intents.values()].filter((intent) => idIn(intent.customer) === customer);
      return list(own.reverse(), '/v1/payment_intents');
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    params: 'PaymentIntentCancelParams',
    answer: 'PaymentIntent',
    act(books, id) {
      const intent = get(books.intents, id, 'payment_intent');
      if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
        throw new Fault(400, `You cannot cancel a payment that is ${intent.status}`, {
          code: 'payment_intent_unexpected_state',
        });
      }
      cancelIntent(books, intent);
      return intent;
    },
  },
  {
    verb: 'POST',
    path: /^\/v1\/refunds$/,
    params: 'RefundCreateParams',
    answer: 'Refund',
    act(books, _id, params) {
      const intent = get(books.intents, text(params, 'payment_intent') ?? '', 'payment_intent');
      const charge = books.charges.get(idIn(intent.latest_charge));
      if (!charge) throw new Fault(400, 'This payment has no successful charge', { param: 'payment_intent' });
      const left = charge.amount - charge.amount_refunded;
      if (left === 0) throw new Fault(400, 'Already refunded', { code: 'charge_already_refunded' });
      const amount = whole(params, 'amount') ?? left;
      if (amount < 1 || amount > left) {
        throw new Fault(400, 'Refund amount is greater than what is left', { param: 'amount' });
      }
      charge.amount_refunded += amount;
      charge.refunded = charge.amount_refunded === charge.amount;
      const refund = complete('Refund', {
        id: newId('re'),
        object: 'refund',
        amount,
        charge: charge.id,
        created: books.now(),
        currency: 'usd',
        metadata: {},
        payment_intent: intent.id,
        status: 'succeeded',
      });
      books.refunds.set(refund.id, refund);
      emit(books, 'refund.created', refund);
      emit(books, 'charge.refunded', charge);
      return refund;
    },
  },
  {
    verb: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    params: 'RefundRetrieveParams',
    answer: 'Refund',
    act: (books, id) => get(books.refunds, id, 'refund'),
  },
  {
    verb: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    params: 'DisputeRetrieveParams',
    answer: 'Dispute',
    act: (books, id) => get(books.disputes, id, 'dispute'),
  },
  {
    verb: 'GET',
    path: /^\/v1\/prices\/(\w+)$/,
    params: 'PriceRetrieveParams',
    answer: 'Price',
    act: (books, id) => get(books.prices, id, 'price'),
  },
  {
    verb: 'GET',
    path: /^\/v1\/events$/,
    params: 'EventListParams',
    answer: 'Event',
    list: true,
    act: (books, _id, params) => pageOfEvents(books, params),
  },
  {
    verb: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    params: 'BillingPortalSessionCreateParams',
    answer: 'BillingPortalSession',
    act(books, _id, params) {
      const id = newId('bps');
      return complete('BillingPortalSession', {
        id,
        object: 'billing_portal.session',
        configuration: 'bpc_fake',
        created: books.now(),
        customer: mustCustomer(books, params),
        livemode: false,
        return_url: text(params, 'return_url'),
        url: `https://billing.stripe.test/p/session/${id}`,
      });
    },
  },
];

export function mustCustomer(books: Books, params: Params): string {
  const id = text(params, 'customer');
  if (!id || !books.customers.has(id)) {
    throw new Fault(400, `No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' });
  }
  return id;
}

/** Newest first, by pages, as Stripe lists them. */
function pageOfEvents(books: Books, params: Params) {
  if (Array.isArray(params.types) && params.types.length > 20) {
    throw new Fault(400, 'At most 20 types', { param: 'types' });
  }
  const since = whole(branch(params, 'created'), 'gte') ?? 0;
  const all = books.events.filter(({ created }) => created >= since).reverse();
  const after = text(params, 'starting_after');
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  // A small page, so that the caller must turn it.
  const size = Math.min(whole(params, 'limit') ?? 10, 10);
  return { ...list(all.slice(from, from + size), '/v1/events'), has_more: from + size < all.length };
}
