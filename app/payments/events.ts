import { BadSignature } from './payment-errors.ts';

export type EventKind = 'payment' | 'checkout' | 'subscription' | 'invoice' | 'refund' | 'dispute' | 'other';

/** A webhook only says which object to read again; its contents are never trusted. */
export interface ProviderEvent {
  id: string;
  type: string;
  kind: EventKind;
  objectId: string;
  livemode: boolean;
  createdAt: Date;
}

interface EventBody {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  data: { object: object };
}

export const signatureHeader = 'stripe-signature';
/** Seconds that a signature may differ from our clock: older is a replay, later is forged. */
export const signatureTolerance = 300;

/** Checks the timestamp of a signature header: Stripe's SDK refuses only old ones and accepts `t=NaN`.
 *  @throws BadSignature unless there is one whole number within `signatureTolerance` of now */
export function assertSignatureTime(header: string, nowMs: number): void {
  const stamps = header.split(',').flatMap((part) => /^t=(.*)$/.exec(part)?.[1] ?? []);
  const [stamp = ''] = stamps;
  if (stamps.length !== 1 || !/^\d{1,12}$/.test(stamp))
    throw new BadSignature('The delivery has no single timestamp');
  const difference = Math.abs(Math.floor(nowMs / 1000) - Number(stamp));
  if (difference > signatureTolerance) throw new BadSignature('The delivery is not of these minutes');
}

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

export const eventTypes = Object.keys(kinds);

/** Reads an event; irrelevant ones are of kind `other`. @throws BadSignature without an id or a time */
export function readEvent(body: EventBody): ProviderEvent {
  const createdAt = new Date(body.created * 1000);
  if (typeof body.id !== 'string' || typeof body.type !== 'string' || Number.isNaN(createdAt.getTime()))
    throw new BadSignature('The delivery is no event');
  // A charge is an attempt of a payment; only the payment is stored here.
  const key = body.type === 'charge.refunded' ? 'payment_intent' : 'id';
  const objectId = idOf(Reflect.get(body.data.object, key));
  const kind = objectId === null ? 'other' : (kinds[body.type] ?? 'other');
  return {
    id: body.id,
    type: body.type,
    kind,
    objectId: objectId ?? '',
    livemode: body.livemode,
    createdAt,
  };
}

/** The id of a reference that may be an id, an object or nothing. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === 'string') return reference;
  if (typeof reference !== 'object' || reference === null) return null;
  const id: unknown = Reflect.get(reference, 'id');
  return typeof id === 'string' ? id : null;
}
