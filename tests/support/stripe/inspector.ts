import type { Call, Inspector } from '../../../app/payments/sandbox/inspector.server.ts';
import { checkAnswer, checkRequest } from './check.ts';
import { missingOf } from './examples.ts';

export type Called = Call & { status: number };

/** Holds every request and answer to the types of the SDK as well, and keeps the calls. */
export function typeInspector() {
  const calls: Called[] = [];
  const faults = {
    /** Allows answers that the SDK's types do not know, as a later API might send. */
    unchecked: false,
  };
  const inspector: Inspector = {
    request: checkRequest,
    answer: (type, object) =>
      faults.unchecked ? [] : [...checkAnswer(type, object), ...inEvent(type, object), ...missingOf(object)],
    called: (call, status) => calls.push({ ...call, status }),
  };
  return { inspector, calls, faults };
}

const typeOf: Record<string, string> = {
  charge: 'Charge',
  'checkout.session': 'CheckoutSession',
  dispute: 'Dispute',
  invoice: 'Invoice',
  payment_intent: 'PaymentIntent',
  refund: 'Refund',
  subscription: 'Subscription',
};

/** The object in an event, which the type of events leaves open. */
function inEvent(type: string, event: object): string[] {
  if (type !== 'Event') return [];
  const object: unknown = Reflect.get(Reflect.get(event, 'data') as object, 'object');
  const known = typeOf[String(Reflect.get(object as object, 'object'))];
  return known ? checkAnswer(known, object) : ['data[object]: is no object that Stripe sends here'];
}
