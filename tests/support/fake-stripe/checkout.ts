import type Stripe from 'stripe';
import { knownPrice } from './billing.ts';
import {
  type Books,
  branch,
  branches,
  Fault,
  get,
  idIn,
  metadata,
  newId,
  type Route,
  text,
  whole,
} from './books.ts';
import { complete } from './check.ts';
import { emit } from './events.ts';
import type { PayerAct } from './fake.ts';
import type { Params } from './form.ts';
import { askConfirmation, cancelIntent, decline, pay, startProcessing } from './money.ts';
import { intentObject } from './objects.ts';
import { mustCustomer } from './payment-routes.ts';
import { createSubscription } from './plan-routes.ts';

const day = 86_400;

export const checkoutRoutes: Route[] = [
  {
    verb: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    params: 'CheckoutSessionCreateParams',
    answer: 'CheckoutSession',
    act: (books, _id, params) => createSession(books, params),
  },
  {
    verb: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    params: 'CheckoutSessionRetrieveParams',
    answer: 'CheckoutSession',
    act: (books, id) => get(books.sessions, id, 'checkout.session'),
  },
  {
    verb: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    params: 'CheckoutSessionExpireParams',
    answer: 'CheckoutSession',
    act(books, id) {
      const session = get(books.sessions, id, 'checkout.session');
      if (session.status !== 'open') throw new Fault(400, 'Only open sessions can be expired');
      expireSession(books, session);
      return session;
    },
  },
];

/** The rules between fields, which the types do not express. */
function mustFit(params: Params): void {
  const refuse = (param: string, message: string) => {
    throw new Fault(400, message, { param });
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

function createSession(books: Books, params: Params): Stripe.Checkout.Session {
  mustFit(params);
  const customer = mustCustomer(books, params);
  const item = branches(params, 'line_items')[0] ?? {};
  const priceId = text(item, 'price');
  const inline = branch(item, 'price_data');
  const amount = priceId ? knownPrice(books, priceId).unit_amount : whole(inline, 'unit_amount');
  const mode = text(params, 'mode') === 'subscription' ? 'subscription' : 'payment';
  const id = `cs_test_${newId('x').slice(2)}`;
  const session = complete('CheckoutSession', {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: text(params, 'cancel_url'),
    client_reference_id: text(params, 'client_reference_id'),
    created: books.now(),
    currency: 'usd',
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer,
    expires_at: books.now() + day,
    livemode: false,
    metadata: metadata(params),
    mode,
    payment_method_types: ['card', 'link'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    success_url: text(params, 'success_url'),
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.com/c/pay/${id}`,
  });
  const passedOn = branch(params, mode === 'payment' ? 'payment_intent_data' : 'subscription_data');
  books.sessions.set(id, session);
  books.sold.set(id, {
    title: text(branch(inline, 'product_data'), 'name') ?? '',
    price: priceId,
    metadata: metadata(passedOn),
  });
  return session;
}

export function expireSession(books: Books, session: Stripe.Checkout.Session): void {
  session.status = 'expired';
  session.url = null;
  const intent = books.intents.get(idIn(session.payment_intent));
  if (intent) cancelIntent(books, intent);
  emit(books, 'checkout.session.expired', session);
}

/** The payer's action on Stripe's hosted page. */
export function submitSession(books: Books, id: string, outcome: PayerAct): void {
  const session = get(books.sessions, id, 'checkout.session');
  if (session.status !== 'open') return;
  const sold = books.sold.get(id)!;
  if (session.mode === 'subscription' && (outcome === 'pay' || outcome === 'bank_works')) {
    const { subscription, intent } = createSubscription(books, {
      customer: idIn(session.customer),
      price: knownPrice(books, sold.price ?? ''),
      metadata: sold.metadata,
    });
    if (outcome === 'pay') pay(books, intent);
    else startProcessing(books, intent);
    session.subscription = subscription.id;
    session.invoice = idIn(subscription.latest_invoice);
  } else if (session.mode === 'payment') {
    // The payment is made at the first try to pay.
    const intent =
      books.intents.get(idIn(session.payment_intent)) ??
      intentObject(books, {
        amount: session.amount_total ?? 0,
        customer: session.customer,
        description: sold.title,
        metadata: sold.metadata,
      });
    session.payment_intent = intent.id;
    if (outcome === 'pay') pay(books, intent);
    else if (outcome === 'decline') decline(books, intent);
    else if (outcome === 'bank_works') startProcessing(books, intent);
    else askConfirmation(books, intent);
  }
  if (outcome !== 'pay' && outcome !== 'bank_works') return;
  const payment_status = outcome === 'pay' ? 'paid' : 'unpaid';
  Object.assign(session, { status: 'complete', payment_status, url: null });
  emit(books, 'checkout.session.completed', session);
}
