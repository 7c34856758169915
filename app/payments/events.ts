/** The provider's events that move money or rights here. Both implementations send this shape. */

export type EventKind = 'payment' | 'checkout' | 'subscription' | 'invoice' | 'refund' | 'dispute' | 'other';

/** What a delivery says: which object to read again. Its contents are never trusted. */
export interface ProviderEvent {
  id: string;
  type: string;
  kind: EventKind;
  objectId: string;
  live: boolean;
  createdAt: Date;
}

/** The part of a delivery that is read. */
export interface EventBody {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  data: { object: object };
}

export const signatureHeader = 'stripe-signature';
/** Seconds; an older stamp is a replay. */
export const signatureTolerance = 300;

const kinds: Record<string, EventKind> = {
  'checkout.session.completed': 'checkout',
  'checkout.session.async_payment_succeeded': 'checkout',
  'checkout.session.async_payment_failed': 'checkout',
  'checkout.session.expired': 'checkout',
  'payment_intent.succeeded': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'customer.subscription.pending_update_applied': 'subscription',
  'customer.subscription.pending_update_expired': 'subscription',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refunded': 'payment',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
};

/** The types to subscribe to when the webhook is set up. */
export const eventTypes = Object.keys(kinds);

/** Reads an event; one that concerns nothing here, or names no object, is of kind `other`. */
export function readEvent(body: EventBody): ProviderEvent {
  // A charge is an attempt of a payment; only the payment is known here.
  const key = body.type === 'charge.refunded' ? 'payment_intent' : 'id';
  const objectId = idOf(Reflect.get(body.data.object, key));
  const kind = objectId === null ? 'other' : (kinds[body.type] ?? 'other');
  return {
    id: body.id,
    type: body.type,
    kind,
    objectId: objectId ?? '',
    live: body.livemode,
    createdAt: new Date(body.created * 1000),
  };
}

/** The id of a reference that may be an id, a whole object or nothing. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === 'string') return reference;
  if (typeof reference !== 'object' || reference === null) return null;
  const id: unknown = Reflect.get(reference, 'id');
  return typeof id === 'string' ? id : null;
}
