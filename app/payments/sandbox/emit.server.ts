import type Stripe from 'stripe';
import { hidden } from './present.server.ts';
import { newId, type State, type StripeObject } from './state.server.ts';

export const apiVersion = '2026-10-28.endive';

/** Saves an event with the object as it is now (https://docs.stripe.com/api/events/object). */
export function emit(state: State, type: Stripe.EventBase['type'], object: StripeObject): void {
  state.events.push({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: state.now,
    data: { object: structuredClone(hidden(object)) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
}
