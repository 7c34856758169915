import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { account, type Books, newId } from './books.ts';
import { checkAnswer, complete } from './check.ts';
import { hidden } from './present.ts';
import type { ShapeName } from './types.ts';

const shapeOf: Record<string, ShapeName> = {
  charge: 'Charge',
  'checkout.session': 'CheckoutSession',
  dispute: 'Dispute',
  invoice: 'Invoice',
  payment_intent: 'PaymentIntent',
  refund: 'Refund',
  subscription: 'Subscription',
};

/** Saves an event, for deliveries and for `events.list`. */
export function emit(books: Books, type: Stripe.EventBase['type'], object: object): void {
  const event = complete('Event', {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: books.now(),
    // The present state, which Stripe keeps in the event.
    data: { object: structuredClone(hidden(object)) as Stripe.EventBase['data']['object'] },
    livemode: false,
    pending_webhooks: 1,
    type,
  });
  const shape = shapeOf[String(Reflect.get(object, 'object'))];
  if (!shape) throw new Error(`The fake sends no events of ${JSON.stringify(object)}`);
  const problems = [...checkAnswer('Event', event), ...checkAnswer(shape, event.data.object)];
  if (problems.length > 0) throw new Error(`The fake made a wrong event: ${problems.join('; ')}`);
  books.events.push(event);
}

export interface SignedDelivery {
  body: string;
  headers: Headers;
}

/** A webhook call as Stripe signs it. */
export function signed(event: object, at: number, secret: string = account.webhookSecret): SignedDelivery {
  const body = JSON.stringify(event, null, 2);
  const hmac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { body, headers: new Headers({ 'stripe-signature': `t=${at},v1=${hmac}` }) };
}
