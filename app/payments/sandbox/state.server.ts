import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { ApiError } from './api-error.server.ts';

/** Every kind of object that the sandbox keeps, in Stripe's own shapes. */
export type StripeObject =
  | Stripe.BillingPortal.Session
  | Stripe.Charge
  | Stripe.Checkout.Session
  | Stripe.Customer
  | Stripe.Dispute
  | Stripe.Invoice
  | Stripe.PaymentIntent
  | Stripe.Refund
  | Stripe.Subscription
  | Stripe.SubscriptionSchedule;
export type Kind = StripeObject['object'];
export type ObjectOf<K extends Kind> = Extract<StripeObject, { object: K }>;

const kinds = [
  'billing_portal.session',
  'charge',
  'checkout.session',
  'customer',
  'dispute',
  'invoice',
  'payment_intent',
  'refund',
  'subscription',
  'subscription_schedule',
] satisfies Kind[];

/** A kept object. Tests compare the rest of it with Stripe's own examples. */
export const stripeObject = z.custom<StripeObject>(
  (value) => z.object({ id: z.string(), object: z.enum(kinds) }).safeParse(value).success,
);

/** What Stripe knows of an object but does not put into it. */
export const notes = z.strictObject({
  /** Of a customer: what happens when the saved card is charged. */
  card: z.enum(['good', 'failing']).optional(),
  /** Of a payment page: what it sells, and the metadata for what it makes. */
  sold: z
    .object({ title: z.string(), price: z.string().nullable(), metadata: z.record(z.string(), z.string()) })
    .optional(),
  /** Of a payment page: the last message to the payer. */
  needsConfirmation: z.boolean().optional(),
  lastError: z.string().nullable().optional(),
  /** Of a visit to the portal: the card was saved. */
  isOver: z.boolean().optional(),
});
export type Notes = z.output<typeof notes>;

/** What does not change while the sandbox runs. */
export interface Settings {
  prices: ReadonlyMap<string, Stripe.Price>;
  pageUrl: (id: string) => string;
}

/** All objects of one customer, for the length of one call. */
export interface State {
  /** Seconds since 1970. */
  now: number;
  settings: Settings;
  objects: Map<string, StripeObject>;
  notes: Map<string, Notes>;
  /** The events of this call, in order. */
  events: Stripe.EventBase[];
  /** How many of the next charges of saved cards are declined. */
  declines: number;
}

const isOf = <K extends Kind>(object: StripeObject | undefined, kind: K): object is ObjectOf<K> =>
  object?.object === kind;

/** The object, or null for an unknown id or one of another kind. */
export function find<K extends Kind>(state: State, kind: K, id: string): ObjectOf<K> | null {
  const object = state.objects.get(id);
  return isOf(object, kind) ? object : null;
}

/** @throws ApiError 404, as Stripe answers for an unknown id (https://docs.stripe.com/error-codes#resource-missing) */
export function get<K extends Kind>(state: State, kind: K, id: string): ObjectOf<K> {
  const object = find(state, kind, id);
  if (!object) throw new ApiError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });
  return object;
}

/** All objects of a kind, newest first, as Stripe lists them (https://docs.stripe.com/api/pagination). */
export const all = <K extends Kind>(state: State, kind: K): ObjectOf<K>[] =>
  [...state.objects.values()].filter((object): object is ObjectOf<K> => isOf(object, kind)).reverse();

export function add<Added extends StripeObject>(state: State, object: Added): Added {
  state.objects.set(object.id, object);
  return object;
}

/** Adds to what is known of an object. */
export function note(state: State, id: string, notes: Notes): void {
  state.notes.set(id, { ...state.notes.get(id), ...notes });
}

/** @throws ApiError for a price that is not on sale */
export function priceOf(state: State, id: string, param = 'items[0][price]'): Stripe.Price {
  const price = state.settings.prices.get(id);
  if (!price) throw new ApiError(400, `No such price: '${id}'`, { code: 'resource_missing', param });
  return price;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const newId = (prefix: string) =>
  `${prefix}_${Array.from(randomBytes(24), (byte) => alphabet[byte % alphabet.length]).join('')}`;

/** The id of a reference that is an id or an object; empty for none. */
export const idIn = (reference: string | { id: string } | null | undefined) =>
  (typeof reference === 'object' ? reference?.id : reference) ?? '';

export const list = <Thing>(data: Thing[], url: string): Stripe.ApiList<Thing> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});
