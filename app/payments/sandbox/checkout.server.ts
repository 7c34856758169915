import type Stripe from 'stripe';
import { ApiError } from './api-error.server.ts';
import { branch, branches, metadata, type Params, text, whole } from './form.server.ts';
import { sessionObject } from './objects/session.server.ts';
import { mustCustomer } from './payment-routes.server.ts';
import type { Route } from './route.ts';
import { add, get, newId, note, priceOf, type State } from './state.server.ts';
import { expireSession } from './time.server.ts';

/** Payment pages (https://docs.stripe.com/api/checkout/sessions). */
export const checkoutRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    params: 'CheckoutSessionCreateParams',
    answer: 'CheckoutSession',
    handle: (state, _id, params) => createSession(state, params),
  },
  {
    verb: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    params: 'CheckoutSessionRetrieveParams',
    answer: 'CheckoutSession',
    handle: (state, id) => get(state, 'checkout.session', id),
  },
  {
    verb: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    params: 'CheckoutSessionExpireParams',
    answer: 'CheckoutSession',
    handle(state, id) {
      const session = get(state, 'checkout.session', id);
      if (session.status !== 'open') {
        throw new ApiError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      expireSession(state, session);
      return session;
    },
  },
];

/** The rules between fields, which the SDK's types do not express. */
function mustFit(params: Params): void {
  const refuse = (param: string, message: string) => {
    throw new ApiError(400, message, { param });
  };
  const mode = text(params, 'mode');
  if (mode !== 'payment' && params.payment_intent_data) {
    refuse('payment_intent_data', 'You can not pass `payment_intent_data` in `subscription` mode.');
  }
  if (mode !== 'subscription' && params.subscription_data) {
    refuse('subscription_data', 'You can not pass `subscription_data` in `payment` mode.');
  }
  if (!text(params, 'success_url')) refuse('success_url', 'A hosted page needs success_url.');
  for (const name of ['success_url', 'cancel_url']) {
    if (!URL.canParse(text(params, name) ?? '')) refuse(name, 'Not a valid URL');
  }
}

function createSession(state: State, params: Params): Stripe.Checkout.Session {
  mustFit(params);
  const customer = mustCustomer(state, params).id;
  const item = branches(params, 'line_items')[0] ?? {};
  const priceId = text(item, 'price');
  const price = priceId === null ? null : priceOf(state, priceId, 'line_items[0][price]');
  const inline = branch(item, 'price_data');
  const mode = text(params, 'mode') === 'subscription' ? 'subscription' : 'payment';
  const id = newId('cs_test');
  const session = sessionObject({
    id,
    amount_total: price ? price.unit_amount : whole(inline, 'unit_amount'),
    cancel_url: text(params, 'cancel_url'),
    client_reference_id: text(params, 'client_reference_id'),
    created: state.now,
    customer,
    metadata: metadata(params),
    mode,
    success_url: text(params, 'success_url'),
    url: state.settings.pageUrl(id),
  });
  const passedOn = branch(params, mode === 'payment' ? 'payment_intent_data' : 'subscription_data');
  const title = price?.nickname ?? text(branch(inline, 'product_data'), 'name') ?? '';
  note(state, id, { sold: { title, price: priceId, metadata: metadata(passedOn) } });
  return add(state, session);
}
